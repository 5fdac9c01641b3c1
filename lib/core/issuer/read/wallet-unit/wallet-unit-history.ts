import { z } from 'zod'
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
    checks: checks.slice(-checksShown),
  }
}

/** Entries that a tester revoked on the hosted lists. Which of them the wallet of the session used is `used`. */
export function revokedEntries(
  events: Events,
): { readonly list: UnitList; readonly index: number; readonly used: boolean }[] {
  return events.flatMap(({ type, detail }) => {
    const [list, index] = [unitListOf(detail.list), detail.index]
    if (type !== 'wallet_unit_entry_revoked' || list === null || typeof index !== 'number') return []
    return [{ list, index, used: detail.used === true }]
  })
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
