import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'
import { shown } from '../../judgements/shown'

export const vpMdocDeviceAuthOne = defineCheck<PresentedSubject>('vp.mdoc.device_auth_one', {
  title: 'Device authenticates in exactly one way',
  clauses: ['ISO18013-5-9.1.3.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The deviceAuth of a document is not exactly one of deviceSignature and deviceMac.',
  why: 'A signature and a MAC would contradict each other.',
  hint: 'Send either deviceSignature or deviceMac.',
  run: onMdocDocument(({ device }) => {
    if (device.methods === null) return notApplicable('There is no deviceAuth; see vp.mdoc.device_signed.')
    const [method, ...others] = device.methods
    return (method === 'deviceSignature' || method === 'deviceMac') && others.length === 0
      ? pass(method)
      : violated({ expected: 'deviceSignature or deviceMac', actual: device.methods.slice(0, 5).map(shown) })
  }),
})
