import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDoctypeMso = defineCheck<PresentedSubject>('vp.mdoc.doctype_mso', {
  title: 'Document is of the type that the issuer signed',
  problem: 'The docType of a document is not the one that its issuer signed',
  clauses: ['ISO18013-5-9.3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.mso.doc_type' },
  why: 'Otherwise a wallet could pass off one document as another.',
  hint: 'Set docType of the document to that of the mobile security object.',
  run: onMdocDocument(({ docType, mso }) => {
    if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    return docType !== null && docType === mso.docType
      ? pass(shown(docType))
      : violated({
          expected: mso.docType === null ? say`a docType that the issuer signed` : shown(mso.docType),
          actual: shown(docType),
        })
  }),
})
