import Link from 'next/link'
import { paths } from '@/lib/paths'
import type { LedgerRow } from '@/lib/queries/ledger'

/** The path of a request, linked to its exchange; the whole row is clickable. Plain text if it has no session. */
export function PathCell({ row: { id, method, path, protocol, sessionId } }: { readonly row: LedgerRow }) {
  if (sessionId === null) return <span className="wire text-xs">{path}</span>
  const inspect = protocol === 'openid4vp' ? paths.inspectPresentation : paths.inspectIssuance
  return (
    <Link
      className="wire text-xs hover:underline after:absolute after:inset-0"
      prefetch={false}
      href={inspect(sessionId, { exchange: id })}
      aria-label={`Open ${method} ${path} in session ${sessionId}`}
    >
      {path}
    </Link>
  )
}
