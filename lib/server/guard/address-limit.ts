import { networksOf } from './client-networks'
import { createCounts, type RateLimit } from './rate-limit'

/**
 * Like `createRateLimit`, but for client addresses. An IPv6 address counts for every network that one client may own
 * (`networksOf`), however it is spelled: such a client can use a new address for each request.
 */
export function createAddressLimit(...bounds: Parameters<typeof createCounts>): RateLimit {
  const counts = createCounts(...bounds)
  const keysOf = (address: string) => networksOf(address).map(({ network, share }) => ({ key: network, share }))
  return {
    take: (address, now) => counts.take(keysOf(address), now),
    wait: (address, now) => counts.wait(keysOf(address), now),
    giveBack: (address, at) => counts.giveBack(keysOf(address), at),
  }
}
