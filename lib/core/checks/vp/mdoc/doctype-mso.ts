import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'
import { shown } from '../../judgements/shown'

export const vpMdocDoctypeMso = defineCheck<PresentedSubject>('vp.mdoc.doctype_mso', {
  title: 'Document is of the type that the issuer signed',
  clauses: ['ISO18013-5-9.3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The docType of a document is not the one that its issuer signed.',
  why: 'Otherwise a wallet could pass off one document as another.',
  hint: 'Set docType of the document to that of the mobile security object.',
  run: onMdocDocument(({ docType, mso }) => {
    if (mso === null) return notApplicable('There is no mobile security object; see vp.mdoc.issuer_auth.')
    return docType !== null && docType === mso.docType
      ? pass(shown(docType))
      : violated({ expected: shown(mso.docType), actual: shown(docType) })
  }),
})
