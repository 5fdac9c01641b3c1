import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { judgeVerdict } from '../../judgements/presentation/judge-cose'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'

export const vpMdocIssuerSignature = defineCheck<PresentedSubject>('vp.mdoc.issuer_signature', {
  title: 'Signature of the issuer is valid',
  clauses: ['ISO18013-5-9.3.1', 'ISO18013-5-9.1.2.4', 'OID4VP-1FINAL-8.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The signature of the issuer is invalid or cannot be verified.',
  why: 'It proves that the elements come from the issuer.',
  hint: 'Present issuerAuth exactly as issued.',
  run: onMdocDocument(({ issuerSignature }) => judgeVerdict(issuerSignature)),
})
