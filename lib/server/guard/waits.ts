import { setTimeout as pause } from 'node:timers/promises'
import { touchedSessions } from '@/lib/core/engine/sessions/touched-sessions'
import type { WaitEnd, Waits } from '@/lib/core/shared/ports/ports'
import type { Commit } from '@/lib/core/shared/ports/store-types'
import type { Places } from './places'

/** Maximum number of waiting requests. */
export const waitsMax = 512

interface Waiting {
  wake: ((end: WaitEnd) => void) | null
  /** Commits that arrived while nobody was waiting. */
  missed: WaitEnd | null
}

/**
 * Lets requests wait for a commit of this process. Waiting costs a timer and no storage access. `gone` holds exchanges
 * whose client has disconnected; it is checked when a pause ends. `places` are `waitsMax`, shared out.
 */
export function createWaits({
  gone,
  places,
}: {
  readonly gone: ReadonlySet<string>
  readonly places: Places
}): Waits & {
  /** Reports a finished commit. A failed one may have been written anyway. */
  written(commit: Commit): void
} {
  const waiting = new Map<string, Set<Waiting>>()

  const tell = (key: string, end: WaitEnd): void => {
    for (const one of waiting.get(key) ?? []) {
      one.missed ??= end
      one.wake?.(end)
    }
  }

  return {
    begin({ exchange, seeker, keys }) {
      const leave = places.take(seeker, 'places for requests that wait')
      if (typeof leave !== 'function') return leave
      const one: Waiting = { wake: null, missed: null }
      for (const key of keys) waiting.set(key, (waiting.get(key) ?? new Set()).add(one))
      return {
        async next(millis) {
          const timer = new AbortController()
          const { signal } = timer
          const commit = new Promise<WaitEnd>((resolve) => {
            if (one.missed !== null) resolve(one.missed)
            else one.wake = resolve
          })
          const time = pause(millis, 'time' as const, { ref: false, signal }).catch(() => 'time' as const)
          const end = await Promise.race([commit, time])
          timer.abort()
          one.wake = null
          one.missed = null
          return gone.has(exchange) ? 'gone' : end
        },
        end() {
          leave()
          for (const key of keys) {
            const others = waiting.get(key)
            others?.delete(one)
            if (others?.size === 0) waiting.delete(key)
          }
        },
      }
    },
    written(commit) {
      if (waiting.size === 0) return
      const { campaignId, workbench } = commit.session ?? {}
      for (const key of [campaignId, workbench]) if (key !== undefined) tell(key, 'campaign')
      for (const id of touchedSessions(commit)) tell(id, 'session')
    },
  }
}
