import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notObserved, pass, violated } from '../../check'
import { hintFor } from '../../judgements/hint-words'
import { onKbJwt } from '../../judgements/presentation/on-kb-jwt'

export const vpKbSignature = defineCheck<PresentedSubject>('vp.kb.signature', {
  title: 'Signature of the Key Binding JWT is right',
  clauses: ['RFC9901-4.3.2', 'RFC9901-7.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The signature of the Key Binding JWT is wrong.',
  why: 'It is the proof of possession.',
  hint: 'Sign with the private half of the key in cnf, over header and payload as sent.',
  run: onKbJwt(({ signature }, { hints }) => {
    if (signature.result === 'valid') return pass()
    if (signature.result === 'unverified')
      return notObserved(`The signature was not verified: ${signature.unverifiedBecause}.`)
    const found = hintFor(hints, 'vp.kb.signature')
    return violated({ expected: 'valid', actual: 'invalid', ...(found === null ? {} : { hint: found }) })
  }),
})
