import type { EpochMillis } from '@/lib/core/time'

const minuteMillis = 60_000
const addressesMax = 10_000

export interface RateLimit {
  /** Counts an event. Returns 0 if it is allowed, otherwise the number of seconds to wait. */
  take(address: string, now: EpochMillis): number
  /** What `take` would return, without counting anything. */
  wait(address: string, now: EpochMillis): number
}

/**
 * Counts events per address (or other key) within a sliding minute, or another window. `perWindow` 0 = no limit.
 */
export function createRateLimit(perWindow: number, windowMillis = minuteMillis): RateLimit {
  const taken = new Map<string, number[]>()
  const recentOf = (address: string, now: EpochMillis): number[] =>
    (taken.get(address) ?? []).filter((at) => at > now - windowMillis)
  const secondsUntilRoom = ([oldest, ...others]: readonly number[], now: EpochMillis): number =>
    perWindow > 0 && oldest !== undefined && others.length + 1 >= perWindow
      ? Math.max(1, Math.ceil((oldest + windowMillis - now) / 1000))
      : 0
  return {
    wait: (address, now) => secondsUntilRoom(recentOf(address, now), now),
    take(address, now) {
      if (perWindow === 0) return 0
      const recent = recentOf(address, now)
      // Reinserted, so that the address is last and the map's first entry is the least recently seen.
      taken.delete(address)
      taken.set(address, recent)
      if (taken.size > addressesMax) taken.delete(taken.keys().next().value ?? '')
      const seconds = secondsUntilRoom(recent, now)
      if (seconds === 0) recent.push(now)
      return seconds
    },
  }
}
