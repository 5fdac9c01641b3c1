import { defineCheck } from '../../../engine/checks/check'
import { judgeVerdict } from '../../judgements/judge-cose'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocIssuerSignature = defineCheck<PresentedSubject>('vp.mdoc.issuer_signature', {
  title: 'Signature of the issuer is valid',
  problem: 'The signature of the issuer is invalid or cannot be verified',
  clauses: ['ISO18013-5-9.3.1', 'ISO18013-5-9.1.2.4', 'OID4VP-1FINAL-8.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ParseCredentialAsMdoc',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth' },
  why: 'It proves that the elements come from the issuer.',
  hint: 'Present issuerAuth exactly as issued.',
  run: onMdocDocument(({ issuerSignature }) => judgeVerdict(issuerSignature)),
})
