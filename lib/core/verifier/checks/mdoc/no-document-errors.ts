import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onDeviceResponse } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocNoDocumentErrors = defineCheck<PresentedSubject>('vp.mdoc.no_document_errors', {
  title: 'Device response reports no errors for the requested elements',
  problem: 'The device response reports errors for the requested elements',
  clauses: ['ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  why: 'A wallet that cannot return everything required sends an error response instead of a partial one.',
  hint: 'Leave documentErrors and errors out.',
  run: onDeviceResponse(({ documentErrors, documents }) => {
    const errors = documents.reduce((sum, document) => sum + document.errors, documentErrors)
    return errors === 0 ? pass() : violated({ expected: say`no errors`, actual: say`${errors} errors` })
  }),
})
