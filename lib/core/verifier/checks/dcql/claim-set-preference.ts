import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlClaimSetPreference = defineCheck<PresentedSubject>('vp.dcql.claim_set_preference', {
  title: 'Wallet presents the first claim set',
  problem: 'The wallet did not present the first claim set',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'should',
  needs: ['vp.dcql.claim_set'],
  why: 'The verifier lists its claim sets in order of preference.',
  hint: 'Present the first set that the credential can satisfy, unless the user chose another.',
  run: onComparedClaims(({ claimSets }) => {
    if (claimSets === null || claimSets.first === null) return notApplicable(say`No claim set was presented in full.`)
    return claimSets.first === 0
      ? pass(say`option 0`)
      : tolerated({ expected: say`option 0`, actual: say`option ${claimSets.first}` })
  }),
})
