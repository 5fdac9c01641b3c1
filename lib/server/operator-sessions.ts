import { createHash, randomBytes } from 'node:crypto'
import { addSeconds, type EpochMillis } from '@/lib/core/time'

/** Seconds that an operator stays in: a working day. */
export const operatorSessionSeconds = 8 * 60 * 60
const sessionsMax = 100

/** An operator who has shown the admin key on a page. */
export interface OperatorSession {
  /** Stands in each form of the operator's pages; a page of another site cannot know it. */
  readonly formToken: string
}

/** Who has shown the admin key on a page. In memory: a restart asks for the key again. */
export interface OperatorSessions {
  /** Begins one; the answer is what the browser keeps. */
  begin(now: EpochMillis): string
  /** The one that a browser shows; `null` when there is none, or its time is over. */
  find(shown: string, now: EpochMillis): OperatorSession | null
  end(shown: string): void
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
const unguessable = (): string => randomBytes(32).toString('base64url')

/** Keeps digests only, so that nothing in memory opens a page. At most 100 at a time; the oldest one goes first. */
export function createOperatorSessions(): OperatorSessions {
  const kept = new Map<string, OperatorSession & { readonly until: EpochMillis }>()
  return {
    begin(now) {
      for (const [name, { until }] of kept) if (until <= now) kept.delete(name)
      if (kept.size >= sessionsMax) kept.delete(kept.keys().next().value ?? '')
      const shown = unguessable()
      kept.set(digest(shown), { formToken: unguessable(), until: addSeconds(now, operatorSessionSeconds) })
      return shown
    },
    find(shown, now) {
      const found = kept.get(digest(shown))
      return found !== undefined && found.until > now ? { formToken: found.formToken } : null
    },
    end: (shown) => void kept.delete(digest(shown)),
  }
}
