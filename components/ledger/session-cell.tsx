import type { LedgerRow } from '@/lib/queries/ledger'

/** The shortened session id of a request; its row links there. Those of built-in pipelines say so. */
export function SessionCell({ row: { sessionId, builtIn } }: { readonly row: LedgerRow }) {
  if (sessionId === null) return <span className="text-ink-3">none</span>
  return (
    <span className="whitespace-nowrap">
      <span className="wire text-xs">{sessionId.slice(0, 8)}…</span>
      {builtIn && <span className="block text-xs text-ink-3">built in</span>}
    </span>
  )
}
