import { defineCheck } from '../../../../engine/checks/check'
import { judgeAlg } from '../../../judgements/judge-alg'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtAlg = defineCheck<ProofsReading>('vci.proof.jwt.alg', {
  title: 'The jwt proof is signed with a published asymmetric algorithm',
  problem: 'The alg of the proof is not one of proof_signing_alg_values_supported',
  clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'header.alg' },
  why: 'The issuer can only rely on algorithms that it announced; an unsigned proof or a MAC does not prove possession of a private key.',
  hint: 'Sign with an algorithm of proof_signing_alg_values_supported of this credential configuration.',
  run: onJwtProof(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
})
