import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { judgeSignature } from '../../judgements/presentation/judge-signature'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

export const vpSdjwtSignature = defineCheck<PresentedSubject>('vp.sdjwt.signature', {
  title: 'Signature of the credential is valid',
  clauses: ['RFC9901-7.1', 'OID4VP-1FINAL-8.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The signature of the credential is invalid or cannot be verified.',
  why: 'It proves that the claims come from the issuer.',
  hint: 'Present the issuer-signed JWT exactly as issued.',
  run: onSdJwt(({ issuerSignature, hints }) => judgeSignature(issuerSignature, { hints, about: 'vp.sdjwt.signature' })),
})
