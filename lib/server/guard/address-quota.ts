import { type EpochMillis, epochMillis } from '@/lib/core/ground/time/time'
import { networksOf } from './client-networks'
import { evictSmallest } from './evict-smallest'

const mib = 1024 * 1024
const dayMillis = 24 * 60 * 60 * 1000
/** Networks whose bytes are counted at a time. */
const networksMax = 20_000

/** How much each client address has caused to be stored today. */
export interface AddressQuota {
  /** Seconds until the address may cause more to be stored; 0 = it may now. */
  waitSeconds(address: string, now: EpochMillis): number
  /** Counts bytes that were written for the address. */
  count(address: string, bytes: number, now: EpochMillis): void
}

/**
 * Counts bytes per client address and day of UTC, in memory: a restart forgets them. An IPv6 address counts for all
 * networks that one client may own (`networksOf`). `mibPerDay` 0 = no quota.
 */
export function createAddressQuota(
  mibPerDay: number,
  { networks: max = networksMax }: { readonly networks?: number } = {},
): AddressQuota {
  const stored = new Map<string, number>()
  let day = 0
  /**
   * Bytes that a network which is not in the table may have: those that went had no more. So nobody gets rid of his bytes
   * by a flood of other addresses; and what he has too much is no more than about the mean of all.
   */
  let forgotten = 0
  const bytesOf = (network: string): number => stored.get(network) ?? forgotten

  /** A clock that goes back begins no new day. */
  const turnTo = (now: EpochMillis): void => {
    const today = Math.floor(now / dayMillis)
    if (today <= day) return
    day = today
    stored.clear()
    forgotten = 0
  }

  return {
    waitSeconds(address, now) {
      if (mibPerDay === 0) return 0
      turnTo(now)
      const isOver = networksOf(address).some(({ network, share }) => bytesOf(network) >= mibPerDay * mib * share)
      return isOver ? secondsTo(epochMillis((day + 1) * dayMillis), now) : 0
    },
    count(address, bytes, now) {
      if (mibPerDay === 0) return
      turnTo(now)
      for (const { network } of networksOf(address)) {
        if (!stored.has(network) && stored.size >= max)
          forgotten = Math.max(
            forgotten,
            evictSmallest(stored, (count) => count),
          )
        stored.set(network, bytesOf(network) + bytes)
      }
    },
  }
}

const secondsTo = (then: EpochMillis, now: EpochMillis): number => Math.max(1, Math.ceil((then - now) / 1000))
