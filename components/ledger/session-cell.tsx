import Link from 'next/link'
import { paths } from '@/lib/paths'
import type { LedgerRow } from '@/lib/queries/ledger'

/** The session of a request as a link to its exchange there. */
export function SessionCell({ row }: { readonly row: LedgerRow }) {
  if (row.sessionId === null) return <span className="text-ink-3">none</span>
  const inspect = row.protocol === 'openid4vp' ? paths.inspectPresentation : paths.inspectIssuance
  return (
    <Link
      className="link"
      prefetch={false}
      href={inspect(row.sessionId, { exchange: row.id })}
      aria-label={`Open ${row.method} ${row.path} in session ${row.sessionId}`}
    >
      <span className="wire text-xs">{row.sessionId.slice(0, 8)}…</span>
    </Link>
  )
}
