import { defineCheck, violated } from '../../../../engine/checks/check'
import { say, word } from '../../../../ground/values/wording'
import { judgeIssuedNow } from '../../../judgements/judge-time'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtIat = defineCheck<ProofsReading>('vci.proof.jwt.iat', {
  title: 'The jwt proof was made just now',
  problem: { subject: 'The iat claim of the proof', must: 'be a number within 300 s past and 60 s future' },
  clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4', 'OID4VCI-1FINAL-13.8'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'claims.iat' },
  why: 'A proof that was made long ago may have been made for something else.',
  hint: 'Make the proof right before the request and set iat to the current time as a number of seconds.',
  run: onJwtProof(({ claims: { iat } }, { now }) => {
    if (typeof iat === 'number') return judgeIssuedNow(iat, now, say`the proof`)
    return violated({ expected: say`a number of seconds`, actual: iat === undefined ? null : word(typeof iat) })
  }),
})
