import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const vpMdocDeviceSigned = defineCheck<PresentedSubject>('vp.mdoc.device_signed', {
  title: 'Document is signed by the device',
  problem: 'A document lacks deviceSigned',
  clauses: ['ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'Without it, anyone who has seen the document can present it.',
  hint: 'Send deviceSigned with nameSpaces under tag 24 and deviceAuth.',
  run: onMdocDocument(({ device }, _mdoc, { presented: { match } }) => {
    if (!device.present && match?.holderBinding.required === false) {
      return notApplicable('The query does not ask for holder binding.')
    }
    if (!device.present) return violated({ expected: 'deviceSigned', actual: null })
    if (!device.namespacesEmbedded)
      return violated({ expected: 'nameSpaces as a map under tag 24', actual: 'something else' })
    return device.methods === null ? violated({ expected: 'deviceAuth', actual: null }) : pass()
  }),
})
