import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onDeviceResponse } from '../../judgements/presentation/on-mdoc'

export const vpMdocStatus = defineCheck<PresentedSubject>('vp.mdoc.status', {
  title: 'Status of the device response is 0',
  clauses: ['ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The status of the device response is not 0.',
  why: 'Any other status says that the response is an error.',
  hint: 'Send status 0, or an error response instead of a presentation.',
  run: onDeviceResponse(({ status }) => (status === 0 ? pass(status) : violated({ expected: 0, actual: status }))),
})
