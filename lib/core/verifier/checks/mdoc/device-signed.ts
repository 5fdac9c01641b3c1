import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDeviceSigned = defineCheck<PresentedSubject>('vp.mdoc.device_signed', {
  title: 'Document is signed by the device',
  problem: 'A document lacks deviceSigned',
  clauses: ['ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'Without it, anyone who has seen the document can present it.',
  hint: 'Send deviceSigned with nameSpaces under tag 24 and deviceAuth.',
  run: onMdocDocument(({ device }, _mdoc, { presented: { match } }) => {
    if (!device.present && match?.holderBinding.required === false) {
      return notApplicable(say`The query does not ask for holder binding.`)
    }
    if (!device.present) return violated({ expected: say`deviceSigned`, actual: null })
    if (!device.namespacesEmbedded)
      return violated({ expected: say`nameSpaces as a map under tag 24`, actual: bare.somethingElse })
    return device.methods === null ? violated({ expected: say`deviceAuth`, actual: null }) : pass()
  }),
})
