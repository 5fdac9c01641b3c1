import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { onDeviceResponse } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocStatus = defineCheck<PresentedSubject>('vp.mdoc.status', {
  title: 'Status of the device response is 0',
  problem: 'The status of the device response is not 0',
  clauses: ['ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'status' },
  why: 'Any other status says that the response is an error.',
  hint: 'Send status 0, or an error response instead of a presentation.',
  run: onDeviceResponse(({ status }) => (status === 0 ? pass(status) : violated({ expected: 0, actual: status }))),
})
