import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDeviceAuthOne = defineCheck<PresentedSubject>('vp.mdoc.device_auth_one', {
  title: 'Device authenticates in exactly one way',
  problem: 'The deviceAuth of a document is not exactly one of deviceSignature and deviceMac',
  clauses: ['ISO18013-5-9.1.3.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'A signature and a MAC would contradict each other.',
  hint: 'Send either deviceSignature or deviceMac.',
  run: onMdocDocument(({ device }) => {
    if (device.methods === null) return notApplicable(say`There is no deviceAuth; see vp.mdoc.device_signed.`)
    const [method, ...others] = device.methods
    return (method === 'deviceSignature' || method === 'deviceMac') && others.length === 0
      ? pass(word(method))
      : violated({ expected: say`deviceSignature or deviceMac`, actual: device.methods.slice(0, 5).map(shown) })
  }),
})
