import { randomBytes } from 'node:crypto'
import type { Asking } from '@/lib/core/scoreboard/asking'
import type { HeaderField } from '@/lib/core/shared/http/exchange'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { digestName } from './text-digest'

/** Lifetime of a session in seconds. It ends with its key, if that is earlier. */
export const organizationSessionSeconds = 12 * 60 * 60
const sessionsMax = 1000

/** The key that a browser has signed in with. */
interface SignedInKey {
  readonly id: string
  readonly prefix: string
}

/** Who has entered the key of an organisation on a page. Kept in memory: after a restart they enter it again. */
export interface OrganizationSessions {
  /** Starts a session; returns the cookie value. */
  begin(key: SignedInKey, now: EpochMillis): string
  /** The key of a cookie value; `null` if there is none or the session is over. Whether the key is valid is asked each time. */
  find(shown: string, now: EpochMillis): SignedInKey | null
  end(shown: string): void
  /** Notes who asks with a request that a page makes for its reader, whose session was checked. */
  vouch(headers: readonly HeaderField[], asking: Asking): void
  /** Who was noted for a request; `null` for one from outside. */
  vouched(headers: readonly HeaderField[]): Asking | null
}

/** Stores digests only, so that nothing in memory grants access. At most a thousand at a time; the oldest is dropped first. */
export function createOrganizationSessions(): OrganizationSessions {
  const kept = new Map<string, SignedInKey & { readonly until: EpochMillis }>()
  const requests = new WeakMap<readonly HeaderField[], Asking>()
  return {
    begin({ id, prefix }, now) {
      for (const [name, { until }] of kept) if (until <= now) kept.delete(name)
      if (kept.size >= sessionsMax) kept.delete(kept.keys().next().value ?? '')
      const shown = randomBytes(32).toString('base64url')
      kept.set(digestName(shown), { id, prefix, until: addSeconds(now, organizationSessionSeconds) })
      return shown
    },
    find(shown, now) {
      const found = kept.get(digestName(shown))
      return found !== undefined && found.until > now ? { id: found.id, prefix: found.prefix } : null
    },
    end: (shown) => void kept.delete(digestName(shown)),
    vouch: (headers, asking) => void requests.set(headers, asking),
    vouched: (headers) => requests.get(headers) ?? null,
  }
}
