import { area, of } from '../../../engine/checks/area'
import { judgeUnitEntry, unitRevokedRefusal, unitStatusClauses, unitStatusReasons } from '../../judgements/unit-status'
import type { UnitStatusReading } from '../../read/wallet-unit/unit-status'

/** The status of the key storage, read before a credential. */
export const keyStorageStatus = area(
  'vci.key_attestation',
  { subject: of<UnitStatusReading | null>(), profile: 'eu', rejects: 'invalid_proof' },
  {
    status_valid: {
      title: 'Status of the key storage of the wallet unit is valid',
      reasons: unitStatusReasons('key storage', 'key_storage_status'),
      clauses: [...unitStatusClauses, 'ARF3-WUA_11a'],
      level: 'must',
      refusal: unitRevokedRefusal,
      why: 'Keys in a revoked key storage may be known to others; no credential may be bound to them.',
      run: judgeUnitEntry(2, ({ keysRevoked }) => keysRevoked),
    },
  },
)
