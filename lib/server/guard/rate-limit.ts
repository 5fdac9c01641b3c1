import type { EpochMillis } from '@/lib/core/shared/time/time'
import { evictSmallest } from './evict-smallest'

const minuteMillis = 60_000
/** Maximum number of keys in the table. */
const keysMax = 20_000

export interface RateLimit {
  /** Counts an event. Returns 0 if it is allowed, otherwise the number of seconds to wait. */
  take(address: string, now: EpochMillis): number
  /** What `take` would return, without counting anything. */
  wait(address: string, now: EpochMillis): number
  /** Takes back an event that was counted at `at`, because nothing came of it. */
  giveBack(address: string, at: EpochMillis): void
}

/** A key that an event counts towards, and the factor by which the limit applies to it. */
interface CountedKey {
  readonly key: string
  readonly share: number
}

interface Counts {
  take(keys: readonly CountedKey[], now: EpochMillis): number
  wait(keys: readonly CountedKey[], now: EpochMillis): number
  giveBack(keys: readonly CountedKey[], at: EpochMillis): void
}

/** Counts events per address or other key in a sliding window, one minute by default. `perWindow` 0 means no limit. */
export function createRateLimit(...bounds: Parameters<typeof createCounts>): RateLimit {
  const counts = createCounts(...bounds)
  const keysOf = (address: string) => [{ key: address, share: 1 }]
  return {
    take: (address, now) => counts.take(keysOf(address), now),
    wait: (address, now) => counts.wait(keysOf(address), now),
    giveBack: (address, at) => counts.giveBack(keysOf(address), at),
  }
}

/**
 * Counts events under several keys at once. An event is allowed only if every key has room, and counts only then, so a
 * refused client adds no keys.
 */
export function createCounts(perWindow: number, windowMillis = minuteMillis): Counts {
  const taken = new Map<string, number[]>()

  const recentOf = (key: string, now: EpochMillis): number[] =>
    (taken.get(key) ?? []).filter((at) => at > now - windowMillis)

  /** Makes room: removes expired entries first, then the keys with the fewest events. */
  const evict = (now: EpochMillis): void => {
    evictSmallest(taken, (events) => ((events.at(-1) ?? 0) > now - windowMillis ? events.length : 0))
  }

  /** Seconds until every key has room. */
  const wait: Counts['wait'] = (keys, now) => {
    if (perWindow === 0) return 0
    const waits = keys.map(({ key, share }) => {
      const recent = recentOf(key, now)
      // There is room once fewer events than the limit remain in the window.
      const last = recent[recent.length - perWindow * share]
      return last === undefined ? 0 : Math.max(1, Math.ceil((last + windowMillis - now) / 1000))
    })
    return Math.max(...waits)
  }

  return {
    wait,
    giveBack(keys, at) {
      for (const { key } of keys) {
        const events = taken.get(key) ?? []
        const place = events.indexOf(at)
        if (place >= 0) taken.set(key, events.toSpliced(place, 1))
      }
    },
    take(keys, now) {
      if (perWindow === 0) return 0
      const seconds = wait(keys, now)
      if (seconds > 0) return seconds
      for (const { key } of keys) {
        if (!taken.has(key) && taken.size >= keysMax) evict(now)
        taken.set(key, [...recentOf(key, now), now])
      }
      return 0
    },
  }
}
