import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minArrayElements = defineCheck<PresentedSubject>('vp.min.array_elements', {
  title: 'Presentation discloses only the array elements that the query asks for',
  problem: 'The presentation discloses array elements that the query does not ask for',
  clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-7.1.1'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'Each array element is separate data.',
  hint: 'Disclose only the elements that the path selects.',
  run: onComparedClaims(({ claims, minimisation }) => {
    if (!claims?.some(({ arrays }) => arrays.length > 0))
      return notApplicable(say`No path of the query selects from an array.`)
    return minimisation.arrayElements.length === 0
      ? pass()
      : violated({ expected: say`the selected elements`, actual: shownPaths(minimisation.arrayElements) })
  }),
})
