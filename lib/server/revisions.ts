import { createHash } from 'node:crypto'
import type { Evidence } from '@/lib/core/evidence/load-evidence'
import type { Clock } from '@/lib/core/ports'

/** Sessions whose last revision is kept at hand. */
const sessionsMax = 1000

/**
 * Tells a text that changes whenever the evidence of a session changes, `null` when there is no such session. Pages ask
 * every second, so storage is only read again when something was written since the last answer.
 */
export function createRevisions(input: {
  readonly load: (id: string) => Promise<Evidence | null>
  /** How many commits this process has made. */
  readonly commits: () => number
  readonly now: Clock
}): (id: string) => Promise<string | null> {
  const known = new Map<string, { readonly commits: number; readonly digest: string; readonly expiresAt: number }>()
  return async (id) => {
    const commits = input.commits()
    let entry = known.get(id)
    if (entry?.commits !== commits) {
      const evidence = await input.load(id)
      if (evidence === null) return null
      entry = { commits, digest: digestOf(evidence), expiresAt: evidence.session.expiresAt }
      known.delete(id)
      known.set(id, entry)
      if (known.size > sessionsMax) known.delete(known.keys().next().value ?? '')
    }
    return `${entry.digest}${entry.expiresAt <= input.now() ? '-expired' : ''}`
  }
}

const digestOf = ({ events, exchanges }: Evidence): string =>
  createHash('sha256')
    .update([...events, ...exchanges].map(({ id }) => id).join())
    .digest('base64url')
    .slice(0, 16)
