import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocKeyAuthorized = defineCheck<PresentedSubject>('vp.mdoc.key_authorized', {
  title: 'Device signs only elements that its issuer allows',
  problem: 'The device signs elements that its issuer does not allow it to sign',
  clauses: ['ISO18013-5-9.1.2.4', 'OID4VP-1FINALA-B.2.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'Otherwise a wallet could add any claim to the document.',
  hint: 'Sign only elements that keyAuthorizations of the mobile security object names.',
  run: onMdocDocument(({ device: { elements } }) => {
    if (elements.length === 0) return notApplicable(say`The device signs no elements.`)
    const other = elements.filter(({ authorized }) => !authorized)
    return other.length === 0
      ? pass()
      : violated({
          expected: say`elements of keyAuthorizations`,
          actual: shownPaths(other.map(({ namespace, name }) => [namespace, name])),
        })
  }),
})
