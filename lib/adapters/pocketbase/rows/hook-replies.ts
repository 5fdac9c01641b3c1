import { z } from 'zod'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { CampaignRun, WalletRuns } from '@/lib/core/shared/ports/store'
import { epochMillis } from '@/lib/core/shared/time/time'
import { zInstant } from './column'

/** A run in a reply of `pb_hooks/evidence/runs.js`. */
export const zRunReference = z.object({
  kind: z.enum(['issuance', 'presentation', 'campaign']),
  id: z.string(),
  at: zInstant,
})

/**
 * Rows of strings, as JSON text. Validated by hand: there are thousands, and a schema for each would take most of the
 * time.
 */
const zTextRows = z.string().transform((text, context): readonly (readonly string[])[] => {
  const rows: unknown = JSON.parse(text)
  const isRow = (row: unknown): boolean => Array.isArray(row) && row.every((cell) => typeof cell === 'string')
  if (Array.isArray(rows) && rows.every(isRow)) return rows
  context.addIssue({ code: 'custom', message: 'no rows of texts' })
  return z.NEVER
})

const zWalletRuns = z.object({
  mark: z.string(),
  added: z.boolean(),
  sessions: zTextRows.transform((rows) => rows.map(readRun)).nullable(),
})

function readRun([id = '', kind, preset = '', createdAt = '']: readonly string[]): CampaignRun {
  const at = Date.parse(createdAt.replace(' ', 'T'))
  if ((kind !== 'issuance' && kind !== 'presentation') || Number.isNaN(at)) throw new Error('A row is no session.')
  return { sessionId: id as SessionId, kind, preset: preset === '' ? null : preset, createdAt: epochMillis(at) }
}

const zKeptResults = z.object({
  state: z.string(),
  results: zTextRows.transform((rows) => new Map(rows.map(([id = '', text = '']) => [id as SessionId, text]))),
})

/** Reads a reply of `pb_hooks/evidence/kept-results.js`. Throws when it is malformed. */
export function readKeptResults(reply: unknown): {
  readonly state: string
  readonly texts: ReadonlyMap<SessionId, string>
} {
  const { state, results } = zKeptResults.parse(reply)
  return { state, texts: results }
}

/** Reads a reply of `pb_hooks/evidence/runs.js`. Throws when it is malformed. */
export const readWalletRuns = (reply: unknown): WalletRuns => zWalletRuns.parse(reply)
