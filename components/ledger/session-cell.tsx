import type { LedgerRow } from '@/lib/queries/ledger'

/** The shortened session id of a request; its row links there. */
export function SessionCell({ row: { sessionId } }: { readonly row: LedgerRow }) {
  if (sessionId === null) return <span className="text-ink-3">none</span>
  return <span className="wire text-xs whitespace-nowrap">{sessionId.slice(0, 8)}…</span>
}
