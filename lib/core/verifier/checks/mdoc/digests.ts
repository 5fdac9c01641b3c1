import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import type { ElementReading } from '../../../ground/formats/mso-mdoc/read-presentation/element-reading'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDigests = defineCheck<PresentedSubject>('vp.mdoc.digests', {
  title: 'Each element matches its digest',
  problem: 'An element does not match the digest that the issuer signed',
  clauses: ['ISO18013-5-9.3.1', 'ISO18013-5-9.1.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.elements' },
  why: 'The issuer signs digests: it does not vouch for an element without a matching one.',
  hint: 'Send each IssuerSignedItem byte by byte as issued. A new encoding changes the digest.',
  run: onMdocDocument(({ elements }) => {
    if (elements.length === 0) return notApplicable(say`No element was presented.`)
    if (elements.every(({ digest }) => digest === 'not_computed')) {
      return notObserved(say`There is nothing to compare digests with.`)
    }
    const bad = elements.filter(({ digest }) => digest !== 'matches')
    return bad.length === 0
      ? pass(say`${elements.length} elements`)
      : violated({ expected: say`the digest of the issuer`, actual: shownPaths(bad.map(pathOf)) })
  }),
})

const pathOf = ({ namespace, name }: ElementReading): string[] => [namespace, name ?? '']
