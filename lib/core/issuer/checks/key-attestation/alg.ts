import { defineCheck } from '../../../engine/checks/check'
import { judgeAlg } from '../../judgements/judge-alg'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationAlg = defineCheck<ProofsReading>('vci.key_attestation.alg', {
  title: 'The key attestation is signed with a published asymmetric algorithm',
  problem: 'The alg of the key attestation is not one of proof_signing_alg_values_supported',
  clauses: ['OID4VCI-1FINALA-D.1', 'OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.3', 'HAIP-7'],
  level: 'must',
  rejects: 'invalid_proof',
  judges: { token: 'key_attestation', member: 'header.alg' },
  why: 'The algorithms of the proof type apply to the key attestation too.',
  hint: 'Have the wallet provider sign with an algorithm of proof_signing_alg_values_supported.',
  run: onKeyAttestation(({ header }, { conditions }) => judgeAlg(header.alg, conditions.algorithms)),
})
