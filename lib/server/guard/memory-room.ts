import { networkOf } from './client-networks'

/** Maximum bytes held at a time: in total, for one address, and for a body that counts as small. */
export interface MemoryBounds {
  readonly max: number
  readonly perAddressMax: number
  readonly small: number
}

/** The bytes reserved for one body. */
export interface Place {
  /** Reserves this many bytes in total; false if there is not enough room, which releases the reservation. */
  grow(bytes: number): boolean
  /** True once there was not enough room. */
  isRefused(): boolean
  /** Releases the reservation. */
  leave(): void
}

/** Room without a bound, for bodies that are bounded elsewhere. */
export const unboundedPlace: Place = { grow: () => true, isRefused: () => false, leave: () => undefined }

export interface MemoryRoom {
  enter(address: string): Place
}

/**
 * Shares memory among bodies: each body and the number of connections are bounded, but not their product. The last
 * quarter of each bound is reserved for small bodies, so that a wallet finds room while others send megabytes.
 */
export function createMemoryRoom({ max, perAddressMax, small }: MemoryBounds): MemoryRoom {
  let all = 0
  const byNetwork = new Map<string, number>()
  return {
    enter(address) {
      const network = networkOf(address)
      let held = 0
      let refused = false
      const set = (bytes: number) => {
        const theirs = (byNetwork.get(network) ?? 0) + bytes - held
        all += bytes - held
        held = bytes
        if (theirs === 0) byNetwork.delete(network)
        else byNetwork.set(network, theirs)
      }
      return {
        grow(bytes) {
          const share = bytes <= small ? 1 : 3 / 4
          const more = Math.max(0, bytes - held)
          refused ||= all + more > max * share || (byNetwork.get(network) ?? 0) + more > perAddressMax * share
          if (refused) set(0)
          else set(held + more)
          return !refused
        },
        isRefused: () => refused,
        leave: () => set(0),
      }
    },
  }
}
