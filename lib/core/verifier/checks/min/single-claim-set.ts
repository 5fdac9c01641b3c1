import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minSingleClaimSet = defineCheck<PresentedSubject>('vp.min.single_claim_set', {
  title: 'Presentation discloses the claims of a single claim set',
  problem: 'The presentation discloses claims of more than one claim set',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'should',
  why: 'Claim sets are alternatives. The verifier needs only one.',
  hint: 'Disclose the claims of one claim set only.',
  run: onComparedClaims(({ claimSets, minimisation }) => {
    if (claimSets === null) return notApplicable(say`The query has no claim sets.`)
    return minimisation.beyondClaimSet.length === 0
      ? pass()
      : violated({ expected: say`one claim set`, actual: shownPaths(minimisation.beyondClaimSet) })
  }),
})
