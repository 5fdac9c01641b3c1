import { defineCheck } from '../../../../engine/checks/check'
import { say } from '../../../../ground/values/wording'
import { judgeTyp } from '../../../judgements/judge-typ'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtTyp = defineCheck<ProofsReading>('vci.proof.jwt.typ', {
  title: 'The jwt proof is typed openid4vci-proof+jwt',
  problem: { subject: 'The typ header parameter of the proof', must: 'be openid4vci-proof+jwt' },
  clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'header.typ' },
  why: 'The explicit type prevents a JWT that was signed for another purpose from passing as a proof of possession.',
  hint: 'Set the JOSE header parameter typ to openid4vci-proof+jwt.',
  run: onJwtProof(({ header }) => judgeTyp(header.typ, say`openid4vci-proof+jwt`)),
})
