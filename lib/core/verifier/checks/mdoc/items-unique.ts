import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import type { ElementReading } from '../../../ground/formats/mso-mdoc/read-presentation/element-reading'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocItemsUnique = defineCheck<PresentedSubject>('vp.mdoc.items_unique', {
  title: 'No element is present twice',
  problem: 'A namespace holds an element or a digestID twice',
  clauses: ['ISO18013-5-9.1.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.elements' },
  why: 'With two elements of the same name, verifiers cannot tell which one counts.',
  hint: 'Send each element once.',
  run: onMdocDocument(({ elements }) => {
    if (elements.length === 0) return notApplicable(say`No element was presented.`)
    const repeated = elements.filter(({ repeats }) => repeats !== null)
    return repeated.length === 0
      ? pass()
      : violated({ expected: say`each once`, actual: shownPaths(repeated.map(pathOf)) })
  }),
})

const pathOf = ({ namespace, name }: ElementReading): string[] => [namespace, name ?? '']
