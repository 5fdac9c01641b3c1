import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { judgeIssuerTrust } from '../../judgements/presentation/judge-issuer-trust'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'

export const vpMdocIssuerTrusted = defineCheck<PresentedSubject>('vp.mdoc.issuer_trusted', {
  title: 'Issuer of the document is trusted',
  clauses: ['OID4VP-1FINAL-8.6', 'ISO18013-5-9.3.1'],
  level: 'info',
  rejects: 'invalid_presentation',
  refusal: 'The issuer is not trusted.',
  why: 'A valid document may still come from an unknown issuer.',
  hint: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
  run: onMdocDocument(({ issuerTrusted }, _mdoc, subject) => judgeIssuerTrust(issuerTrusted, subject)),
})
