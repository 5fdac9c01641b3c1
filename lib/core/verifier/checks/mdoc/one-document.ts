import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onDeviceResponse } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocOneDocument = defineCheck<PresentedSubject>('vp.mdoc.one_document', {
  title: 'Each device response holds one document',
  problem: 'A device response does not hold exactly one document',
  clauses: ['HAIP-5.3.1'],
  level: 'must',
  profile: 'haip',
  counterpart: 'ParseCredentialAsMdoc',
  judges: { token: 'presented_credential', member: 'documents' },
  why: 'HAIP requires one DeviceResponse per mdoc, so that each belongs to its own query.',
  hint: 'Send one DeviceResponse for each document.',
  run: onDeviceResponse(({ documentCount }) => {
    if (documentCount === null || documentCount === 0)
      return notApplicable(say`There is no document; see vp.mdoc.documents.`)
    return documentCount === 1 ? pass() : violated({ expected: 1, actual: documentCount })
  }),
})
