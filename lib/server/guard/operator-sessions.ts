import { randomBytes } from 'node:crypto'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { digestName } from './text-digest'

/** Lifetime of an operator session in seconds: a working day. */
export const operatorSessionSeconds = 8 * 60 * 60
const sessionsMax = 100

/** An operator who has entered the admin key on a page. */
export interface OperatorSession {
  /** Included in each form on the operator's pages; a page of another site cannot know it. */
  readonly formToken: string
}

/** Operators who have entered the admin key on a page. Kept in memory: after a restart they must enter it again. */
export interface OperatorSessions {
  /** Starts a session; returns the cookie value. */
  begin(now: EpochMillis): string
  /** The session of a cookie value; `null` if there is none or it has expired. */
  find(shown: string, now: EpochMillis): OperatorSession | null
  end(shown: string): void
}

const unguessable = (): string => randomBytes(32).toString('base64url')

/** Stores digests only, so that nothing in memory grants access. At most 100 at a time; the oldest is dropped first. */
export function createOperatorSessions(): OperatorSessions {
  const kept = new Map<string, OperatorSession & { readonly until: EpochMillis }>()
  return {
    begin(now) {
      for (const [name, { until }] of kept) if (until <= now) kept.delete(name)
      if (kept.size >= sessionsMax) kept.delete(kept.keys().next().value ?? '')
      const shown = unguessable()
      kept.set(digestName(shown), { formToken: unguessable(), until: addSeconds(now, operatorSessionSeconds) })
      return shown
    },
    find(shown, now) {
      const found = kept.get(digestName(shown))
      return found !== undefined && found.until > now ? { formToken: found.formToken } : null
    },
    end: (shown) => void kept.delete(digestName(shown)),
  }
}
