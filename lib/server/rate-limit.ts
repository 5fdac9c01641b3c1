import type { EpochMillis } from '@/lib/core/time'

const minuteMillis = 60_000
const addressesMax = 10_000

/**
 * Counts events per address (or other key) within a sliding minute, or another window. `take` returns 0 if the event is
 * allowed, otherwise the number of seconds to wait. `perWindow` 0 = no limit.
 */
export function createRateLimit(
  perWindow: number,
  windowMillis = minuteMillis,
): { take(address: string, now: EpochMillis): number } {
  const taken = new Map<string, number[]>()
  return {
    take(address, now) {
      if (perWindow === 0) return 0
      const recent = (taken.get(address) ?? []).filter((at) => at > now - windowMillis)
      // Reinserted, so that the address is last and the map's first entry is the least recently seen.
      taken.delete(address)
      taken.set(address, recent)
      if (taken.size > addressesMax) taken.delete(taken.keys().next().value ?? '')
      const oldest = recent[0]
      if (oldest !== undefined && recent.length >= perWindow)
        return Math.max(1, Math.ceil((oldest + windowMillis - now) / 1000))
      recent.push(now)
      return 0
    },
  }
}
