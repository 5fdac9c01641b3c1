import { defineCheck } from '../../../engine/checks/check'
import { judgeSignature } from '../../judgements/judge-signature'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtSignature = defineCheck<PresentedSubject>('vp.sdjwt.signature', {
  title: 'Signature of the credential is valid',
  problem: 'The signature of the credential is invalid or cannot be verified',
  clauses: ['RFC9901-7.1', 'OID4VP-1FINAL-8.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'It proves that the claims come from the issuer.',
  hint: 'Present the issuer-signed JWT exactly as issued.',
  run: onSdJwt(({ issuerSignature, hints }) => judgeSignature(issuerSignature, { hints, about: 'vp.sdjwt.signature' })),
})
