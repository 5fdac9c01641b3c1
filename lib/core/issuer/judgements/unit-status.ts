import { notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import { say, word } from '../../shared/values/wording'
import type { UnitList } from '../configurations/laboratory/wallet-unit-lists'
import type { UnitStatusReading } from '../read/wallet-unit/unit-status'

type Reading = UnitStatusReading | null

const setUpAnew = 'Nothing to change in the request: a revoked wallet unit gets no credentials. Set the wallet up anew.'

/** What a revoked unit is told, whatever it asks for. */
export const unitRevokedRefusal = 'The wallet unit is revoked.'

/** Why an entry is not valid. `part`: of the wallet unit. */
export const unitStatusReasons = (part: string, member: string) =>
  ({
    revoked: {
      says: `The entry of ${member} says that the ${part} is revoked`,
      fix: setUpAnew,
    },
    suspended: {
      says: `The entry of ${member} says that the ${part} is suspended`,
      fix: 'Nothing to change in the request: try again once the provider has ended the suspension.',
      refusal: `The ${part} is suspended.`,
    },
    other: {
      says: `The entry of ${member} has a value of its own, which does not say that the ${part} is valid`,
      fix: 'Nothing to change in the request: ask the provider what the value means.',
      refusal: `The status of the ${part} is not valid.`,
    },
    known: {
      says: `The issuer knows already that the ${part} is revoked`,
      fix: setUpAnew,
    },
  }) as const

/** Whether a reason of these checks says that the unit, or its key storage, is revoked. */
export const saysRevoked = (reason: string | undefined): boolean => !/#(suspended|other)$/.test(reason ?? '')

/** Clauses about reading statuses. */
export const unitStatusClauses = ['TS3-2.4.3', 'TSL14-8.3'] as const

/** Judges the entry of a list by what this request made known. */
export const judgeUnitEntry =
  (list: UnitList, isKnown: (reading: UnitStatusReading) => boolean) =>
  (reading: Reading): Outcome => {
    if (reading === null) return notApplicable(say`The issuer has no option wallet_unit.`)
    const expected = say`valid`
    if (isKnown(reading)) return violated('known', { expected, actual: say`revoked` })
    if (!reading.asks) return notApplicable(say`The issuer does not read the status before it answers this request.`)
    const result = reading.results[list] ?? reading.earlier[list]
    switch (result) {
      case undefined:
        return notApplicable(say`No attestation with a status that can be read is known.`)
      case 'valid':
        return pass(word(result))
      case 'not_fetched':
        return notObserved(say`This installation fetches no status lists of other hosts; see FETCH_STATUS_LISTS.`)
      case 'unreachable':
        return notObserved(say`There is no status list there that can be used.`)
      case 'invalid':
        return violated('revoked', { expected, actual: word(result) })
      default:
        return violated(result, { expected, actual: word(result) })
    }
  }
