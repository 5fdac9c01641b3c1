import { defineCheck, notApplicable, pass } from '../../../../engine/checks/check'
import { clockSkewPastSeconds } from '../../../../ground/time/lifetimes'
import { say } from '../../../../ground/values/wording'
import { judgeExpiry, judgeNotBefore } from '../../../judgements/judge-time'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtExp = defineCheck<ProofsReading>('vci.proof.jwt.exp', {
  title: 'A jwt proof with exp or nbf is valid now',
  problem: 'The proof is expired or not valid yet by its exp or nbf claim',
  clauses: ['RFC7519-4.1.4', 'RFC7519-4.1.5'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal:
    'The exp or nbf of the proof says that it is not valid now: leave both out, or set them around now, in seconds.',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt' },
  why: 'The claims are not needed in a proof, but a JWT that says it is not valid now must not be used.',
  hint: 'Leave exp and nbf out of the proof, or set them around the current time, in seconds.',
  run: onJwtProof(({ claims: { exp, nbf } }, { now }) => {
    if (exp === undefined && nbf === undefined) return notApplicable(say`The proof has neither exp nor nbf.`)
    const expiry = exp === undefined ? pass() : judgeExpiry(exp, now, clockSkewPastSeconds, say`the proof`)
    return nbf === undefined || expiry.result !== 'pass' ? expiry : judgeNotBefore(nbf, now, say`the proof`)
  }),
})
