import { LRUCache } from 'lru-cache'
import type { FirstRequests } from '@/lib/core/engine/endpoints/endpoint'

/** Maximum number of kinds of requests whose count is kept. */
const kindsMax = 10_000

/** Counts requests of which only the first are recorded. */
export interface RequestPlaces {
  /** True if one more is recorded; it then counts. */
  take(first: FirstRequests): boolean
  /** Counts one that is not recorded, and returns how many there are. */
  countBeyond(first: FirstRequests): number
}

/**
 * Counts before anything is written, so that simultaneous requests get different places. What is forgotten here is learned again
 * from what is on record.
 */
export function createRequestPlaces(): RequestPlaces {
  const taken = new LRUCache<string, number>({ max: kindsMax })
  const beyond = new LRUCache<string, number>({ max: kindsMax })
  return {
    countBeyond({ kind }) {
      const count = (beyond.get(kind) ?? 0) + 1
      beyond.set(kind, count)
      return count
    },
    take({ kind, onRecord, max }) {
      const count = Math.max(taken.get(kind) ?? 0, onRecord)
      if (count >= max) return false
      taken.set(kind, count + 1)
      return true
    },
  }
}
