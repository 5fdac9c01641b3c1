import { area, of } from '../../../engine/checks/area'
import type { Check } from '../../../engine/checks/check'
import { judgeUnitEntry, unitRevokedRefusal, unitStatusClauses, unitStatusReasons } from '../../judgements/unit-status'
import type { UnitStatusReading } from '../../read/wallet-unit/unit-status'

/** The status of the wallet unit, read before a token. */
export const unitStatus = area(
  'vci.wallet_attestation',
  { subject: of<UnitStatusReading | null>(), profile: 'eu', rejects: 'invalid_client', concerns: ['client'] },
  {
    status_valid: {
      title: 'Status of the wallet unit is valid',
      reasons: unitStatusReasons('wallet unit', 'client_status'),
      clauses: [...unitStatusClauses, 'ARF3-WUA_25'],
      level: 'must',
      refusal: unitRevokedRefusal,
      why: 'A provider revokes a wallet unit that is lost or broken; nothing may be issued to it any more.',
      run: judgeUnitEntry(1, ({ unitRevoked }) => unitRevoked),
    },
  },
)

/** The same at endpoints that an access token protects. */
export const unitOfToken: Check<UnitStatusReading | null> = { ...unitStatus.status_valid, rejects: 'invalid_token' }
