import { defineCheck, notApplicable } from '../../../../engine/checks/check'
import { clockSkewPastSeconds } from '../../../../ground/time/lifetimes'
import { say } from '../../../../ground/values/wording'
import { judgeExpiry } from '../../../judgements/judge-time'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtExp = defineCheck<ProofsReading>('vci.proof.jwt.exp', {
  title: 'A jwt proof with exp is not expired',
  problem: 'The proof is expired by its exp claim',
  clauses: ['RFC7519-4.1.4'],
  level: 'info',
  rejects: 'invalid_proof',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'claims.exp' },
  why: 'The claim is not needed in a proof, but a JWT that says it has expired must not be used.',
  hint: 'Leave exp out of the proof, or set it a few minutes ahead, in seconds.',
  run: onJwtProof(({ claims }, { now }) =>
    claims.exp === undefined
      ? notApplicable(say`The proof has no exp.`)
      : judgeExpiry(claims.exp, now, clockSkewPastSeconds, say`the proof`),
  ),
})
