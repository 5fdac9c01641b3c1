import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeSignature } from '../../judgements/judge-signature'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const mismatch = {
  expected: say`header and payload as the issuer signed them`,
  actual: say`another header or payload, or a signature by another key`,
  cause: say`The header or the payload of the credential was changed after the issuer signed it, or another key signed it`,
}

export const sdjwtSignature = defineCheck<PresentedSubject>('vp.sdjwt.signature', {
  title: 'Signature of the credential is valid',
  problem: 'The signature of the credential is invalid or cannot be verified',
  clauses: ['RFC9901-7.1', 'OID4VP-1FINAL-8.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'signature' },
  why: 'It proves that the claims come from the issuer.',
  hint: 'Present the issuer-signed JWT exactly as issued.',
  run: onSdJwt(({ issuerSignature, hints }) =>
    judgeSignature(issuerSignature, { hints, about: 'vp.sdjwt.signature', mismatch }),
  ),
})
