import { setTimeout as pause } from 'node:timers/promises'
import { touchedSessions } from '@/lib/core/engine/sessions/touched-sessions'
import type { WaitEnd, Waits } from '@/lib/core/ground/ports/ports'
import type { Commit } from '@/lib/core/ground/ports/store-types'
import { networkOf } from './client-networks'

/** Maximum number of waiting requests: in total, and per address. */
export const waitsMax = { total: 256, perAddress: 64 } as const

interface Waiting {
  readonly key: string
  wake: ((end: WaitEnd) => void) | null
  /** Commits that arrived while nobody was waiting. */
  missed: WaitEnd | null
}

/**
 * Lets requests wait for a commit of this process. Waiting costs a timer and no storage access. `gone` holds exchanges
 * whose client has disconnected; it is checked when a pause ends.
 */
export function createWaits(gone: ReadonlySet<string>): Waits & {
  /** Reports a finished commit. A failed one may have been written anyway. */
  written(commit: Commit): void
} {
  const waiting = new Map<string, Set<Waiting>>()
  const addresses = new Map<string, number>()
  let total = 0

  const tell = (key: string, end: WaitEnd): void => {
    for (const one of waiting.get(key) ?? []) {
      one.missed ??= end
      one.wake?.(end)
    }
  }
  const count = (address: string, step: 1 | -1): void => {
    total += step
    const left = (addresses.get(address) ?? 0) + step
    if (left === 0) addresses.delete(address)
    else addresses.set(address, left)
  }

  return {
    max: waitsMax,
    begin({ exchange, remoteAddress, session, campaign }) {
      const address = networkOf(remoteAddress)
      if (total >= waitsMax.total || (addresses.get(address) ?? 0) >= waitsMax.perAddress) return null
      count(address, 1)
      const one: Waiting = { key: session, wake: null, missed: null }
      const keys = [session, campaign]
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
          count(address, -1)
          for (const key of keys) {
            const others = waiting.get(key)
            others?.delete(one)
            if (others?.size === 0) waiting.delete(key)
          }
        },
      }
    },
    written(commit) {
      if (total === 0) return
      const campaign = commit.session?.campaignId
      if (campaign) tell(campaign, 'campaign')
      for (const id of touchedSessions(commit)) tell(id, 'session')
    },
  }
}
