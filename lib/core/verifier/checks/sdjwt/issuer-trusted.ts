import { defineCheck } from '../../../engine/checks/check'
import { judgeIssuerTrust } from '../../judgements/judge-issuer-trust'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtIssuerTrusted = defineCheck<PresentedSubject>('vp.sdjwt.issuer_trusted', {
  title: 'Issuer of the credential is trusted',
  problem: 'The issuer is not trusted',
  clauses: ['OID4VP-1FINAL-8.6', 'SDJWTVC13-3.5'],
  level: 'info',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'A valid credential may still come from an unknown issuer.',
  hint: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
  run: onSdJwt(({ issuerTrusted, x5c, issuerSignature }, subject) =>
    judgeIssuerTrust(issuerTrusted, { chain: x5c, signature: issuerSignature }, subject),
  ),
})
