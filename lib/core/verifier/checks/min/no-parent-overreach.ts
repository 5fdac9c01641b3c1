import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minNoParentOverreach = defineCheck<PresentedSubject>('vp.min.no_parent_overreach', {
  title: 'Nested claim is disclosed without its siblings',
  problem: 'A nested claim was disclosed with its siblings',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'A nested claim needs its parents but nothing else in them.',
  hint: 'Disclose the parent and the requested claim only.',
  run: onComparedClaims(({ claims, minimisation: { siblings, idleParents } }, { presented }) => {
    if (presented.reading.format === 'mso_mdoc')
      return notApplicable(say`The elements of an mdoc are not nested; see vp.min.only_requested_mdoc.`)
    if (!claims?.some(({ path }) => path.length > 1)) return notApplicable(say`No path of the query is nested.`)
    const more = [...siblings, ...idleParents]
    return more.length === 0 ? pass() : violated({ expected: say`the claim and its parents`, actual: shownPaths(more) })
  }),
})
