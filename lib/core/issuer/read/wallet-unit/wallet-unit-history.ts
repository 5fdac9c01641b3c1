import { z } from 'zod'
import type { SessionId } from '../../../shared/ports/ids'
import type { Ports } from '../../../shared/ports/ports'
import type { StoredEvent } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import {
  type EntryResult,
  entryResults,
  revokedBy,
  type UnitList,
  unitListOf,
  unitListSize,
  unitLists,
} from '../../configurations/laboratory/wallet-unit-lists'

type Events = readonly Pick<StoredEvent, 'type' | 'detail' | 'at'>[]

/** Checks that a read-back shows. */
const checksShown = 20

interface UnitRevocation {
  readonly at: EpochMillis
  readonly by: (typeof revokedBy)[number]
  readonly credentials: number
}

interface UnitCheck {
  readonly at: EpochMillis
  readonly list: UnitList
  readonly result: EntryResult
}

/** What is known of the wallet unit of a session. */
export interface UnitHistory {
  /** The first time that the issuer learned of a revocation; `null` if it did not. */
  readonly revoked: UnitRevocation | null
  /** Whether it learned that the unit itself is revoked, not only a key storage. */
  readonly unitRevoked: boolean
  readonly keysRevoked: boolean
  /** The newest result of each list. */
  readonly newest: Readonly<Partial<Record<UnitList, EntryResult>>>
  /** The newest ones, oldest first. */
  readonly checks: readonly UnitCheck[]
}

/** Folds the events of a session. */
export function unitHistory(events: Events): UnitHistory {
  const revocations = events.flatMap(({ type, detail, at }): UnitRevocation[] => {
    const by = revokedBy.find((one) => one === detail.by)
    if (type !== 'wallet_unit_revoked' || by === undefined) return []
    return [{ at, by, credentials: typeof detail.credentials === 'number' ? detail.credentials : 0 }]
  })
  const checks = events.flatMap(({ type, detail, at }): UnitCheck[] => {
    const [list, result] = [unitListOf(detail.list), entryResults.find((one) => one === detail.result)]
    return type === 'wallet_unit_checked' && list !== null && result !== undefined ? [{ at, list, result }] : []
  })
  const isInvalid = (list: UnitList) => checks.some((check) => check.list === list && check.result === 'invalid')
  return {
    revoked: revocations[0] ?? null,
    unitRevoked: revocations.some(({ by }) => by === 'tester') || isInvalid(1),
    keysRevoked: isInvalid(2),
    newest: Object.fromEntries(checks.map(({ list, result }) => [list, result])),
    checks: checks.slice(-checksShown),
  }
}

/** Whose lists these are, and the key that hides indexes. */
interface Sealing {
  readonly sessionId: SessionId
  readonly ports: Pick<Ports, 'keyedHash'>
}

/**
 * The detail of the event of a revoked entry. An index that the wallet used identifies it, so it is kept under a pad that
 * only this service can compute, a new one for each of the session. TS3-2.3.2
 * @param place how many entries of the session were revoked before
 */
export const revokedEntry = (
  { list, index, used }: { readonly list: UnitList; readonly index: number; readonly used: boolean },
  place: number,
  sealing: Sealing,
) => (used ? { list, sealed: index ^ padOf(place, sealing), place, used } : { list, index, used })

/** The entries that were revoked on the lists of a session, and when. */
export const revokedIndexes = (
  events: Events,
  sealing: Sealing,
): { readonly list: UnitList; readonly index: number; readonly at: EpochMillis }[] =>
  events.flatMap(({ type, detail, at }) => {
    const [list, { index, sealed, place }] = [unitListOf(detail.list), detail]
    if (type !== 'wallet_unit_entry_revoked' || list === null) return []
    if (typeof index === 'number') return [{ list, index, at }]
    return typeof sealed === 'number' && typeof place === 'number'
      ? [{ list, index: sealed ^ padOf(place, sealing), at }]
      : []
  })

/** As many bits as an index has. */
function padOf(place: number, { sessionId, ports }: Sealing): number {
  const [first = 0, second = 0] = ports.keyedHash('wallet unit index', JSON.stringify([sessionId, place]))
  return ((first << 8) | second) % unitListSize
}

/** Body of `POST /sessions/{sessionId}/laboratory/wallet-units`. */
export const zWalletUnitChange = z
  .union([
    z.strictObject({
      list: z.literal(unitLists).meta({ description: '1: wallet attestations, 2: key attestations.' }),
      index: z.int(),
      status: z.enum(['valid', 'invalid']).meta({ description: 'invalid revokes for good.' }),
    }),
    z.strictObject({
      list: z.literal(unitLists),
      shown: z
        .literal(true)
        .meta({ description: 'Every entry of this list that the wallet of the session has shown.' }),
      status: z.literal('invalid'),
    }),
    z.strictObject({
      assume: z.literal('revoked').meta({
        description: 'The issuer treats every wallet unit of the session as revoked, whatever a list says, for good.',
      }),
    }),
  ])
  .meta({ id: 'WalletUnitChange' })

/** The entry after the change, how many entries the wallet has shown, or how many credentials were revoked. */
export const zWalletUnitChanged = z
  .union([
    z.object({ list: z.literal(unitLists), index: z.int(), status: z.enum(['valid', 'invalid']) }),
    z.object({ list: z.literal(unitLists), shown: z.int(), status: z.literal('invalid') }),
    z.object({ revoked: z.int() }),
  ])
  .meta({ id: 'WalletUnitChanged' })

/** True for an index of a hosted list. */
export const isUnitIndex = (index: number): boolean => index >= 0 && index < unitListSize
