import type { LedgerRow, SearchedSession } from '@/lib/queries/ledger'

/** Ledger filters; an empty string means all. */
export interface LedgerFilter {
  readonly q: string
  readonly method: string
  /** `2xx`, `3xx`, `4xx`, `5xx`, or `none` for requests without a response. */
  readonly status: string
  readonly issuer: string
  /** `fail`, `warn`, `pass`, or `none` for requests that no check judged. */
  readonly verdict: string
}

const names = ['q', 'method', 'status', 'issuer', 'verdict'] as const

/** Reads a filter from a URL. */
export function readLedgerFilter(param: (name: string) => string | undefined): LedgerFilter {
  const [q = '', method = '', status = '', issuer = '', verdict = ''] = names.map((name) => param(name) ?? '')
  return { q, method, status, issuer, verdict }
}

/** Query string of a filter, with a leading `?`; empty if nothing is filtered. */
export function ledgerQuery(filter: LedgerFilter): string {
  const pairs = names.map((name) => [name, filter[name]]).filter(([, value]) => value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Class of a status code, e.g. `4xx`. */
const statusClass = (status: number | null): string => (status === null ? 'none' : `${Math.floor(status / 100)}xx`)

/** Rows that match a filter. Text matches path and session, ignoring case. */
export function filterLedger(
  rows: readonly LedgerRow[],
  { q, method, status, issuer, verdict }: LedgerFilter,
): LedgerRow[] {
  const wanted = q.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (method === '' || row.method === method) &&
      (status === '' || statusClass(row.status) === status) &&
      (issuer === '' || row.issuer === issuer) &&
      (verdict === '' || (row.verdict ?? 'none') === verdict) &&
      `${row.path} ${row.sessionId ?? ''}`.toLowerCase().includes(wanted),
  )
}

/** Prepends new rows, without duplicates and up to the limit. */
export function mergeRows(
  known: readonly LedgerRow[],
  arrived: readonly LedgerRow[],
  rowsMax = 2000,
): readonly LedgerRow[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = arrived.filter(({ id }) => !ids.has(id))
  if (fresh.length === 0) return known
  // A request that was answered late stands where it arrived.
  return [...fresh, ...known].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, rowsMax)
}

export const ledgerPageSize = 50

/** Data of the first render: one page of rows, with counts and filter choices for all rows. */
export interface LedgerStart {
  readonly filter: LedgerFilter
  /** Newest matching rows. */
  readonly rows: readonly LedgerRow[]
  readonly counts: LedgerCounts
  readonly methods: readonly string[]
  readonly issuers: readonly string[]
  /** Time of rendering, epoch milliseconds. */
  readonly at: number
  /** `null` for any other search. */
  readonly session: SearchedSession | null
}

/** Number of matching rows and of all rows. */
export interface LedgerCounts {
  readonly matching: number
  readonly total: number
}

/**
 * Data of the first render: one page only, because rendering thousands of rows would block other requests. The browser
 * fetches the rest.
 */
export function startLedger(
  rows: readonly LedgerRow[],
  filter: LedgerFilter,
  { at, session }: Pick<LedgerStart, 'at' | 'session'>,
): LedgerStart {
  const matching = filterLedger(rows, filter)
  return {
    filter,
    rows: matching.slice(0, ledgerPageSize),
    counts: { matching: matching.length, total: rows.length },
    ...ledgerChoices(rows),
    at,
    session,
  }
}

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values)].filter((value) => value !== null).sort()

/** Values to choose from in the filters. */
export const ledgerChoices = (rows: readonly LedgerRow[]): Pick<LedgerStart, 'methods' | 'issuers'> => ({
  methods: distinct(rows.map(({ method }) => method)),
  issuers: distinct(rows.map(({ issuer }) => issuer)),
})

/**
 * Counts of a table: those of the first render until all rows are loaded. `null` if the filter changes before that,
 * because they are then unknown.
 */
export function countLedger({
  start,
  filter,
  complete,
  ...counts
}: LedgerCounts & {
  readonly start: LedgerStart
  readonly filter: LedgerFilter
  readonly complete: boolean
}): LedgerCounts | null {
  if (complete) return counts
  return ledgerQuery(filter) === ledgerQuery(start.filter) ? start.counts : null
}

/**
 * Counts in words. Of a session, the rows are those that named it: it may have more, which it shows as inferred.
 * `counts`: `null` while they are unknown.
 */
export function countWords(counts: LedgerCounts | null, filter: LedgerFilter, start: LedgerStart): string {
  if (counts === null) return `Reading ${start.counts.total} requests`
  const { matching, total } = counts
  const { session } = start
  if (session !== null && ledgerQuery(filter) === ledgerQuery({ ...noFilter, q: session.id }))
    return `${requests(matching)} named it${session.inferred === 0 ? '' : `, ${session.inferred} more ${session.inferred === 1 ? 'is' : 'are'} inferred`}`
  return matching === total ? requests(total) : `${matching} of ${requests(total)}`
}

const noFilter: LedgerFilter = { q: '', method: '', status: '', issuer: '', verdict: '' }

const requests = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`
