import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../shared/values/wording'
import type { WalletUnitRules } from '../read/wallet-unit/wallet-unit-rules'

const outside = say`The session is outside the European trust framework.`

/** Says of a broken rule that it is only recorded, unless the issuer demands TS3. */
const refusedWhereDemanded = (outcome: Outcome, { demandsTs3 }: WalletUnitRules): Outcome =>
  outcome.result === 'violated' && !demandsTs3 ? { ...outcome, recorded: true } : outcome

/** The reading of a wallet attestation, or of a key attestation, each with what the issuer wants of wallet units. */
type UnitReading = { readonly unit: WalletUnitRules } | { readonly conditions: { readonly unit: WalletUnitRules } }

/** Runs a check of TS3 on an attestation of a session in the European framework. */
export const inFramework =
  <Token, Reading extends UnitReading>(judge: (attestation: Token, reading: Reading) => Outcome) =>
  (attestation: Token, reading: Reading): Outcome => {
    const unit = 'conditions' in reading ? reading.conditions.unit : reading.unit
    return unit.isEuropean ? refusedWhereDemanded(judge(attestation, reading), unit) : notApplicable(outside)
  }
