import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDeviceNamespacesEmpty = defineCheck<PresentedSubject>('vp.mdoc.device_namespaces_empty', {
  title: 'Device signs no elements itself',
  problem: 'The device signed elements itself',
  clauses: ['ISO18013-5-9.1.2.4'],
  level: 'should',
  counterpart: 'EnsureMdocDeviceSignedElementsEmpty',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'The issuer does not vouch for what the device signs itself.',
  hint: 'Send an empty map in nameSpaces of deviceSigned.',
  run: onMdocDocument(({ device: { namespacesEmbedded, elements } }) => {
    if (!namespacesEmbedded) return notApplicable(say`The device has signed no namespaces.`)
    return elements.length === 0 || elements.every(({ authorized }) => authorized)
      ? pass()
      : violated({
          expected: say`no elements`,
          actual: shownPaths(elements.map(({ namespace, name }) => [namespace, name])),
        })
  }),
})
