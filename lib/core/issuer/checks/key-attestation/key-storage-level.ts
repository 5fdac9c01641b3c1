import { defineCheck } from '../../../engine/checks/check'
import { judgeDemandedLevel } from '../../judgements/judge-levels'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationKeyStorageLevel = defineCheck<ProofsReading>('vci.key_attestation.key_storage_level', {
  title: 'The key storage has a level that the issuer demands',
  problem: 'The key_storage of the key attestation asserts none of the levels that the metadata demands',
  clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINALA-D.2'],
  level: 'must',
  rejects: 'invalid_proof',
  judges: { token: 'key_attestation', member: 'claims.key_storage' },
  why: 'The metadata demands a level of key protection that this attestation does not vouch for.',
  hint: 'Use keys with a storage that has one of the levels in key_attestations_required.',
  run: onKeyAttestation(({ claims }, { conditions }) =>
    judgeDemandedLevel(claims.key_storage, conditions.keyStorageLevels),
  ),
})
