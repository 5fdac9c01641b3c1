import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notObserved, pass, violated } from '../../check'
import { hintFor } from '../../judgements/hint-words'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

export const vpSdjwtSignature = defineCheck<PresentedSubject>('vp.sdjwt.signature', {
  title: 'Signature of the issuer is right',
  clauses: ['RFC9901-7.1', 'OID4VP-1FINAL-8.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The signature of the credential is wrong.',
  why: 'It is what makes the claims those of the issuer.',
  hint: 'Present the issuer-signed JWT exactly as it was issued.',
  run: onSdJwt(({ issuerSignature, hints }) => {
    const { result, unverifiedBecause } = issuerSignature
    if (result === 'valid') return pass()
    if (result === 'unverified') return notObserved(`The signature was not verified: ${unverifiedBecause}.`)
    const found = hintFor(hints, 'vp.sdjwt.signature')
    return violated({ expected: 'valid', actual: 'invalid', ...(found === null ? {} : { hint: found }) })
  }),
})
