import { defineCheck, notApplicable } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeIssuedNow } from '../../judgements/judge-time'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopIatWindow = defineCheck<DpopReading>('vci.dpop.iat_window', {
  title: 'The DPoP proof was made just now',
  problem: 'The iat claim of the DPoP proof is outside the accepted window of 300 s past to 60 s future',
  clauses: ['RFC9449-4.3', 'RFC9449-11.1'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.iat' },
  why: 'A short window limits how long a leaked proof can be used.',
  hint: 'Make a new proof for every request and set iat to the current time in seconds.',
  run: onProof(({ claims }, { now }) =>
    typeof claims.iat === 'number'
      ? judgeIssuedNow(claims.iat, now, say`the DPoP proof`)
      : notApplicable(say`The proof has no iat that is a number; see vci.dpop.claims_complete.`),
  ),
})
