import type { Check } from '../../engine/checks/check'
import { type BoundCheck, withoutChecks } from '../../engine/checks/evaluate'
import { keyStorageStatus } from '../checks/key-attestation/unit-status'
import { unitStatus } from '../checks/wallet-attestation/unit-status'
import type { UnitStatusReading } from '../read/wallet-unit/unit-status'

type Area = Readonly<Record<string, Pick<Check<never>, 'id'>>>

/** Checks of an entry of a status list; both have one name. */
const ofStatus: Area = { unit: unitStatus.status_valid, keys: keyStorageStatus.status_valid }

/**
 * Chooses the checks of a request: those about TS3 run in the European framework only, and those about the status of a
 * wallet unit only at an issuer with `wallet_unit`. Elsewhere they are not even listed.
 */
export function unitChecks<Reading>(checks: readonly BoundCheck<Reading>[], ofFramework: Area) {
  const outside = withoutChecks(checks, ofFramework)
  const plain = withoutChecks(outside, ofStatus)
  const inside = withoutChecks(checks, ofStatus)
  return (isInFramework: boolean, status: UnitStatusReading | null): readonly BoundCheck<Reading>[] => {
    if (status === null) return isInFramework ? inside : plain
    return isInFramework ? checks : outside
  }
}
