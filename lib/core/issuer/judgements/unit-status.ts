import { notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import { say, word } from '../../shared/values/wording'
import type { UnitList } from '../configurations/laboratory/wallet-unit-lists'
import type { UnitStatusReading } from '../read/wallet-unit/unit-status'

type Reading = UnitStatusReading | null

/** What a revoked unit is told, whatever it asks for. */
export const unitRevokedRefusal = 'The wallet unit is revoked.'

/** Why an entry is not valid. `part`: of the wallet unit. */
export const unitStatusReasons = (part: string, member: string) =>
  ({
    revoked: {
      says: `The entry of ${member} says that the ${part} is revoked`,
      fix: 'Nothing to change in the request: a revoked wallet unit gets no credentials. Set the wallet up anew.',
    },
    known: {
      says: `The issuer knows already that the ${part} is revoked`,
      fix: 'Nothing to change in the request: a revoked wallet unit gets no credentials. Set the wallet up anew.',
    },
  }) as const

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
    const { [list]: result } = reading.results
    switch (result) {
      case undefined:
        return notApplicable(say`No attestation with a status that can be read is known.`)
      case 'valid':
        return pass(word(result))
      case 'not_fetched':
        return notObserved(say`This installation fetches no status lists of other hosts; see FETCH_STATUS_LISTS.`)
      case 'unreachable':
        return notObserved(say`There is no status list there that can be used.`)
      default:
        return violated('revoked', { expected, actual: word(result) })
    }
  }
