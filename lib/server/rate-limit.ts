import type { EpochMillis } from '@/lib/core/time'

const minuteMillis = 60_000
const addressesMax = 10_000

/**
 * Counts what each address (or whatever else is counted) does within a sliding minute, or another span. `take` gives 0
 * when it may go on, else the whole seconds after which it may try again. `perWindow` 0 = no limit.
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
      // Set again, so that the address stands last and the map's first entry is the longest unseen one.
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
