import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minOnlyRequestedMdoc = defineCheck<PresentedSubject>('vp.min.only_requested_mdoc', {
  title: 'Presentation shows only elements that the query asks for',
  problem: 'The presentation shows elements that the query does not ask for',
  clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-6.4', 'OID4VP-1FINAL-15.4'],
  level: 'must',
  counterpart: 'CheckOnlyRequestedMdocElementsDisclosed',
  judges: { token: 'presented_credential', member: 'documents.0.elements' },
  why: 'The user agreed to reveal what was requested and nothing more.',
  hint: 'Leave out every element that no path of the query names.',
  run: onComparedClaims(({ minimisation, claims }, { presented }) => {
    if (presented.reading.format !== 'mso_mdoc') return notApplicable(say`The presentation is not an mdoc.`)
    if (claims === null) return notApplicable(say`The query names no claims; see vp.min.no_claims_requested.`)
    return minimisation.unrequested.length === 0
      ? pass(say`${minimisation.disclosed.length} elements`)
      : violated({ expected: say`only what was requested`, actual: shownPaths(minimisation.unrequested) })
  }),
})
