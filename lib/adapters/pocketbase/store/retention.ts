import { z } from 'zod'
import { auditedSince } from '@/lib/core/scoreboard/organization-keys'
import { toDateColumn } from '@/lib/core/shared/ports/filter'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { describeSdkError, type PocketBaseClient } from '../client/client'

/** How many records were deleted. */
export interface PurgeCounts {
  readonly sessions: number
  readonly exchanges: number
  readonly values: number
  /** Private keys of presentation sessions; the sessions are kept. */
  readonly keys: number
}

const zCounts = z.object({ sessions: z.number(), exchanges: z.number(), values: z.number(), keys: z.number() })

const zRemoved = z.object({ preset: z.string() })

/** The preset of a record of `removed_runs`. Throws when it is malformed. */
export const readRemovedPreset = (record: unknown): string => zRemoved.parse(record).preset

/** Records of each kind per call: few enough that commits wait only briefly for the writing connection. */
const purgeLimit = 100
/** An expired value is kept for a day, so that late use can still be told from an unknown value. */
const expiredKeptSeconds = 86_400
/** A key is kept for a day after its session, so that a late response can still be told from one that never matched. */
const keysKeptSeconds = 86_400
const daySeconds = 86_400

/**
 * Deletes sessions older than `retentionDays` with everything that belongs to them, equally old exchanges without a
 * session, one-time values that expired more than a day ago, and the private keys of sessions that ended more than a
 * day ago. For as long again it keeps a note of the presets that a wallet's deleted sessions were of.
 * `retentionDays` 0 keeps sessions and exchanges. Throws StoreUnavailable when storage goes down; deletions
 * until then are permanent.
 */
export async function purge(
  client: PocketBaseClient,
  url: string,
  options: { readonly now: EpochMillis; readonly retentionDays: number },
): Promise<PurgeCounts> {
  const { now, retentionDays } = options
  const daysAgo = (days: number) => (retentionDays === 0 ? null : toDateColumn(addSeconds(now, -days * daySeconds)))
  const body = {
    sessionsBefore: daysAgo(retentionDays),
    notesBefore: daysAgo(2 * retentionDays),
    valuesBefore: toDateColumn(addSeconds(now, -expiredKeptSeconds)),
    keysBefore: toDateColumn(addSeconds(now, -keysKeptSeconds)),
    auditBefore: toDateColumn(auditedSince(now)),
    limit: purgeLimit,
  }
  const total = { sessions: 0, exchanges: 0, values: 0, keys: 0 }
  for (;;) {
    const counts = await purgeOnce(client, url, body)
    total.sessions += counts.sessions
    total.exchanges += counts.exchanges
    total.values += counts.values
    total.keys += counts.keys
    if (Math.max(...Object.values(counts)) < purgeLimit) return total
  }
}

async function purgeOnce(client: PocketBaseClient, url: string, body: Record<string, unknown>): Promise<PurgeCounts> {
  try {
    return zCounts.parse(await client.call('/api/internal/evidence/purge', { method: 'POST', body }))
  } catch (error) {
    throw describeSdkError(error, url)
  }
}
