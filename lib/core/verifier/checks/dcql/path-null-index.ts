import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPath, shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlPathNullIndex = defineCheck<PresentedSubject>('vp.dcql.path_null_index', {
  title: 'Presentation holds the array elements that the query asks for',
  problem: 'An array element that the query asks for is missing',
  clauses: ['OID4VP-1FINAL-7.1.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'In a path, null selects all elements of an array and a number selects one.',
  hint: 'Disclose all elements for null, and the element at that index for a number.',
  run: onComparedClaims(({ claims }) => {
    const asked = claims?.filter(({ arrays }) => arrays.length > 0) ?? []
    if (asked.length === 0) return notApplicable(say`No path of the query selects from an array in the presentation.`)
    const missing = asked.filter(({ arrays }) => !arrays.every(({ delivered }) => delivered))
    return missing.length === 0
      ? pass(shownPaths(asked.map(({ path }) => path)))
      : violated({ expected: say`the elements`, actual: missing.map(({ path }) => say`missing: ${shownPath(path)}`) })
  }),
})
