import { defineCheck, pass, tolerated, violated } from '../../../engine/checks/check'
import { documentsMax } from '../../../ground/formats/mso-mdoc/read-presentation/read-device-response'
import { say } from '../../../ground/values/wording'
import { onDeviceResponse } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDocuments = defineCheck<PresentedSubject>('vp.mdoc.documents', {
  title: 'Device response holds a document',
  problem: 'The device response holds no document, or more than this service reads',
  clauses: ['ISO18013-5-8.3.2.1.2.2', 'OID4VP-1FINALA-B.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents' },
  why: 'A presentation is one credential: one document.',
  hint: 'Send one DeviceResponse for each document.',
  run: onDeviceResponse(({ documentCount, documents }) => {
    if (documentCount === null || documentCount === 0)
      return violated({ expected: say`a document`, actual: documentCount })
    if (documentCount > documentsMax) {
      return violated({ expected: say`at most ${documentsMax} documents`, actual: documentCount })
    }
    if (documents.length < documentCount) {
      return violated({
        expected: say`fewer documents in the whole response`,
        actual: say`more than this service reads`,
      })
    }
    return documentCount === 1 ? pass(1) : tolerated({ expected: 1, actual: documentCount })
  }),
})
