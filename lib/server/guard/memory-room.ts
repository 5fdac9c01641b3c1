import { networkOf } from './client-networks'

/** Maximum bytes held at a time: in total, per address, and for a body that counts as small. */
export interface MemoryBounds {
  readonly max: number
  readonly perAddressMax: number
  readonly small: number
}

/** The bytes reserved for one body. */
export interface Place {
  /** Raises the reservation to this many bytes. Returns false, and releases it, if there is not enough room. */
  grow(bytes: number): boolean
  /** True once a reservation has failed. */
  isRefused(): boolean
  /** Releases the reservation. */
  leave(): void
}

/** Unlimited room, for bodies that are bounded elsewhere. */
export const unboundedPlace: Place = { grow: () => true, isRefused: () => false, leave: () => undefined }

export interface MemoryRoom {
  enter(address: string): Place
}

/**
 * Limits the memory that all bodies hold together: the size of a body and the number of connections are bounded, but
 * their product is too large. The last quarter of each bound is reserved for small bodies, so that wallets find room
 * while others send megabytes.
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
