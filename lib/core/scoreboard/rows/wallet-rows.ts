import { type Capability, capabilities } from '../pipelines/run-types'
import { compareTexts } from './order-rows'

/** How often a wallet was right, of how many attempts. */
export interface WalletCount {
  readonly passed: number
  readonly total: number
}

/** What counted runs tell of one version of a wallet. */
export interface WalletRow {
  readonly path: string
  readonly name: string
  /** '' if its runs do not name one. */
  readonly version: string
  /** A capability without attempts is missing. */
  readonly counts: Readonly<Partial<Record<Capability, WalletCount>>>
  /** The last runs, the oldest first, at most 20. */
  readonly lastRuns: readonly ('passed' | 'failed')[]
  /** RFC 3339: when the last of them ended. */
  readonly updated: string
}

/** Headers of the capabilities, in the order of the table. */
export const capabilityWords: Readonly<Record<Capability, string>> = {
  issue_sd_jwt: 'Issue SD-JWT',
  issue_mdoc: 'Issue mdoc',
  present_sd_jwt: 'Present SD-JWT',
  present_mdoc: 'Present mdoc',
  haip: 'HAIP',
  refusals: 'Refusals',
  trust: 'Trust',
  browser: 'Browser',
}

/** A cell in words, for readers of the screen. */
export const countSentence = (id: Capability, count: WalletCount | undefined): string =>
  count === undefined
    ? `${capabilityWords[id]}: not tested`
    : `${capabilityWords[id]}: ${count.passed} of ${count.total} passed`

/** Rows by name, versions of one wallet newest first. Nobody is ranked. */
export const byName = (rows: readonly WalletRow[]): WalletRow[] =>
  [...rows].sort(
    (a, b) =>
      compareTexts(a.name, b.name) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      (a.updated > b.updated ? -1 : a.updated < b.updated ? 1 : 0),
  )

/** Of each wallet the version whose runs are the newest, by name. */
export function newestVersions(rows: readonly WalletRow[]): WalletRow[] {
  const newest = new Map<string, WalletRow>()
  for (const row of byName(rows)) if (!newest.has(row.path)) newest.set(row.path, row)
  return [...newest.values()]
}

/** Counts by capability, from a record that may come from elsewhere: what is no count is left out. */
export function countsOf(
  list: readonly { readonly id: string; readonly passed: number; readonly total: number }[],
): WalletRow['counts'] {
  return Object.fromEntries(
    capabilities.flatMap((id) => {
      const count = list.find((one) => one.id === id)
      return count === undefined || count.total === 0 ? [] : [[id, { passed: count.passed, total: count.total }]]
    }),
  )
}
