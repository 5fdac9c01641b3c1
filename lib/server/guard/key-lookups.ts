import { LRUCache } from 'lru-cache'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { createAddressLimit } from './address-limit'
import { createRateLimit } from './rate-limit'
import { digestName } from './text-digest'

/** Keys that storage is asked for each minute, of an address that sent too many wrong ones, if nobody used them here before. */
export const lookupsPerMinute = 100
/** Failed sign-ins with one key that its organisation's audit gets in an hour, so that nobody fills it. */
const failuresPerHour = 5
const hourMillis = 3_600_000
/** Keys that were right, of which digests are remembered. */
const rememberedMax = 20_000

/**
 * Bounds what guessing keys of organisations costs storage. The prefix of a key is drawn at random, so remembering those that
 * nobody has would help against no flood; remembered are keys that were right, which are looked up whatever else an address sends.
 */
export interface KeyLookups {
  /** Seconds until storage is asked for this key of an address that has to wait; 0: now, which counts. */
  wait(key: string, address: string, now: EpochMillis): number
  /** Notes that a key was right. Whether it still is has to be looked up each time. */
  noteRight(key: string): void
  /** Whether one more failed sign-in with the key of this prefix goes into the audit. */
  takeFailure(prefix: string, now: EpochMillis): boolean
}

/** Keeps digests in the memory of this process, the least recently used is dropped first. */
export function createKeyLookups(): KeyLookups {
  const limit = createAddressLimit(lookupsPerMinute)
  const failures = createRateLimit(failuresPerHour, hourMillis)
  const right = new LRUCache<string, true>({ max: rememberedMax })
  return {
    wait: (key, address, now) => (right.has(digestName(key)) ? 0 : limit.take(address, now)),
    noteRight: (key) => void right.set(digestName(key), true),
    takeFailure: (prefix, now) => failures.take(prefix, now) === 0,
  }
}
