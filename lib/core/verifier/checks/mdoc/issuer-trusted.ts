import { defineCheck } from '../../../engine/checks/check'
import { judgeIssuerTrust } from '../../judgements/judge-issuer-trust'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocIssuerTrusted = defineCheck<PresentedSubject>('vp.mdoc.issuer_trusted', {
  title: 'Issuer of the document is trusted',
  problem: 'The issuer is not trusted',
  clauses: ['OID4VP-1FINAL-8.6', 'ISO18013-5-9.3.1'],
  level: 'info',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
  why: 'A valid document may still come from an unknown issuer.',
  hint: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
  run: onMdocDocument(({ issuerTrusted, x5chain, issuerSignature }, _mdoc, subject) =>
    judgeIssuerTrust(issuerTrusted, { chain: x5chain, signature: issuerSignature }, subject),
  ),
})
