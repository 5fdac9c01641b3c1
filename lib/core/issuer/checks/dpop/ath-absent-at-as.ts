import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopAthAbsentAtAs = defineCheck<DpopReading>('vci.dpop.ath_absent_at_as', {
  title: 'A DPoP proof for the authorization server has no ath claim',
  problem: 'The DPoP proof for the authorization server has an ath claim',
  clauses: ['RFC9449-4.2'],
  level: 'should',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.ath' },
  why: 'There is no access token yet, so the claim is meaningless; other test suites refuse such a proof.',
  hint: 'Leave ath out of proofs that are sent to the authorization server.',
  run: onProof(({ claims }, { role }) => {
    if (role === 'rs') return notApplicable(say`At the resource server the claim is required.`)
    return claims.ath === undefined ? pass() : tolerated({ expected: say`no ath`, actual: say`ath` })
  }),
})
