import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { belongsNowhere, hasLooseDisclosure } from '../../judgements/loose-disclosure'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minOnlyRequestedSdjwt = defineCheck<PresentedSubject>('vp.min.only_requested_sdjwt', {
  title: 'Presentation discloses only claims that the query asks for',
  problem: 'The presentation discloses claims that the query does not ask for',
  clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-6.4', 'OID4VP-1FINAL-15.4'],
  level: 'must',
  counterpart: 'CheckOnlyRequestedClaimsDisclosed',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'The user agreed to reveal what was requested and nothing more.',
  hint: 'Leave out every Disclosure that no path of the query needs.',
  run: onComparedClaims(({ minimisation, claims }, { presented }) => {
    if (presented.reading.format !== 'dc+sd-jwt') return notApplicable(say`The presentation is not an SD-JWT VC.`)
    if (claims === null) return notApplicable(say`The query names no claims; see vp.min.no_claims_requested.`)
    if (minimisation.unrequested.length > 0)
      return violated({ expected: say`only what was requested`, actual: shownPaths(minimisation.unrequested) })
    return hasLooseDisclosure(presented.reading)
      ? notObserved(belongsNowhere)
      : pass(say`${minimisation.disclosed.length} claims`)
  }),
})
