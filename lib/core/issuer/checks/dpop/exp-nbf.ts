import { defineCheck, notApplicable, pass } from '../../../engine/checks/check'
import { clockSkewPastSeconds } from '../../../ground/time/lifetimes'
import { say } from '../../../ground/values/wording'
import { judgeExpiry, judgeNotBefore } from '../../judgements/judge-time'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopExpNbf = defineCheck<DpopReading>('vci.dpop.exp_nbf', {
  title: 'A DPoP proof with exp or nbf is valid now',
  problem: 'The DPoP proof is expired or not valid yet by its exp or nbf claim',
  clauses: ['RFC7519-4.1.4', 'RFC7519-4.1.5'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.exp' },
  why: 'These claims are optional in a proof, but if present they apply as in any JWT.',
  hint: 'Leave exp and nbf out of the proof, or set them around the current time in seconds.',
  run: onProof(({ claims: { exp, nbf } }, { now }) => {
    if (exp === undefined && nbf === undefined) return notApplicable(say`The proof has neither exp nor nbf.`)
    if (exp !== undefined) {
      const expiry = judgeExpiry(exp, now, clockSkewPastSeconds, say`the DPoP proof`)
      if (expiry.result !== 'pass') return expiry
    }
    return nbf === undefined ? pass() : judgeNotBefore(nbf, now, say`the DPoP proof`)
  }),
})
