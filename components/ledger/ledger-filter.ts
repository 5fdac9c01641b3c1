import type { LedgerRow } from '@/lib/queries/ledger'

/** What the ledger is narrowed to; empty text means all. */
export interface LedgerFilter {
  readonly q: string
  readonly method: string
  /** `2xx`, `3xx`, `4xx`, `5xx`, or `none` for requests without an answer. */
  readonly status: string
  readonly issuer: string
}

const names = ['q', 'method', 'status', 'issuer'] as const

/** Reads a filter from an address. */
export function readLedgerFilter(param: (name: string) => string | undefined): LedgerFilter {
  const [q = '', method = '', status = '', issuer = ''] = names.map((name) => param(name) ?? '')
  return { q, method, status, issuer }
}

/** The address part of a filter, with `?` in front; empty when everything is shown. */
export function ledgerQuery(filter: LedgerFilter): string {
  const pairs = names.map((name) => [name, filter[name]]).filter(([, value]) => value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Class of a status code, e.g. `4xx`. */
const statusClass = (status: number | null): string => (status === null ? 'none' : `${Math.floor(status / 100)}xx`)

/** The rows that a filter lets through. Text is looked for in path and session, without case. */
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

/** Rows with newly arrived ones in front; each once, and no more than the bound. */
export function mergeRows(
  known: readonly LedgerRow[],
  arrived: readonly LedgerRow[],
  rowsMax = 2000,
): readonly LedgerRow[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = arrived.filter(({ id }) => !ids.has(id))
  return fresh.length === 0 ? known : [...fresh, ...known].slice(0, rowsMax)
}
