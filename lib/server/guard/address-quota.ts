import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { networksOf } from './client-networks'
import { evictSmallest } from './evict-smallest'

const mib = 1024 * 1024
const dayMillis = 24 * 60 * 60 * 1000
/** Maximum number of networks in the table. */
const networksMax = 20_000

/** Tracks how many bytes each client address has caused to be stored today. */
export interface AddressQuota {
  /** Seconds until the address may store more; 0 if it may now. */
  waitSeconds(address: string, now: EpochMillis): number
  /** Adds bytes that were written because of this address. */
  count(address: string, bytes: number, now: EpochMillis): void
}

/**
 * Counts bytes per client address and UTC day, in memory: a restart resets the counts. An IPv6 address counts for every
 * network that one client may own (`networksOf`). `mibPerDay` 0 means no quota.
 */
export function createAddressQuota(
  mibPerDay: number,
  { networks: max = networksMax }: { readonly networks?: number } = {},
): AddressQuota {
  const stored = new Map<string, number>()
  let day = 0
  /**
   * The count assumed for a network that is not in the table: the largest count evicted so far. A client therefore
   * cannot reset its count by flooding the table with other addresses, and a new network is overcharged by about the
   * mean at most.
   */
  let forgotten = 0
  const bytesOf = (network: string): number => stored.get(network) ?? forgotten

  /** A clock that goes backwards does not start a new day. */
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
