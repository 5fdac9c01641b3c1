import type { LedgerRow } from '@/lib/queries/ledger'

/** The filters of the ledger; empty text means all. */
export interface LedgerFilter {
  readonly q: string
  readonly method: string
  /** `2xx`, `3xx`, `4xx`, `5xx`, or `none` for requests without an answer. */
  readonly status: string
  readonly issuer: string
}

const names = ['q', 'method', 'status', 'issuer'] as const

/** Reads a filter from a URL. */
export function readLedgerFilter(param: (name: string) => string | undefined): LedgerFilter {
  const [q = '', method = '', status = '', issuer = ''] = names.map((name) => param(name) ?? '')
  return { q, method, status, issuer }
}

/** The query string of a filter, with a leading `?`; empty if everything is shown. */
export function ledgerQuery(filter: LedgerFilter): string {
  const pairs = names.map((name) => [name, filter[name]]).filter(([, value]) => value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Class of a status code, e.g. `4xx`. */
const statusClass = (status: number | null): string => (status === null ? 'none' : `${Math.floor(status / 100)}xx`)

/** The rows that match a filter. Text matches path and session, ignoring case. */
export function filterLedger(rows: readonly LedgerRow[], { q, method, status, issuer }: LedgerFilter): LedgerRow[] {
  const wanted = q.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (method === '' || row.method === method) &&
      (status === '' || statusClass(row.status) === status) &&
      (issuer === '' || row.issuer === issuer) &&
      `${row.path} ${row.sessionId ?? ''}`.toLowerCase().includes(wanted),
  )
}

/** The rows with new ones in front; each once, and no more than the limit. */
export function mergeRows(
  known: readonly LedgerRow[],
  arrived: readonly LedgerRow[],
  rowsMax = 2000,
): readonly LedgerRow[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = arrived.filter(({ id }) => !ids.has(id))
  return fresh.length === 0 ? known : [...fresh, ...known].slice(0, rowsMax)
}
