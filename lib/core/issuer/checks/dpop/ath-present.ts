import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onProofWithToken } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopAthPresent = defineCheck<DpopReading>('vci.dpop.ath_present', {
  title: 'The DPoP proof carries the hash of the access token',
  problem: 'The DPoP proof has no ath claim',
  clauses: ['RFC9449-4.2', 'RFC9449-7'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: add the base64url SHA-256 of the access token.`,
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.ath' },
  why: 'It ties the proof to one access token, so that the proof cannot be used with another.',
  hint: 'Add ath: SHA-256 of the ASCII access token, base64url without padding, in every proof that goes with a token.',
  run: onProofWithToken(({ claims }) =>
    claims.ath === undefined ? violated({ expected: say`ath`, actual: null }) : pass(),
  ),
})
