import { networkOf } from './address-limit'

/** Bytes that may be held at a time: altogether, for one address, and for something that counts as small. */
export interface MemoryBounds {
  readonly max: number
  readonly perAddressMax: number
  readonly small: number
}

/** What one body takes of the room. */
export interface Place {
  /** Takes room for so many bytes in all; false if there is not enough, which gives back what was taken. */
  grow(bytes: number): boolean
  /** True once there was not enough. */
  isRefused(): boolean
  /** Gives all of it back. */
  leave(): void
}

/** Room for something that is bounded otherwise. */
export const unboundedPlace: Place = { grow: () => true, isRefused: () => false, leave: () => undefined }

export interface MemoryRoom {
  enter(address: string): Place
}

/**
 * Shares out memory for bodies: each is bounded, and so are connections, but not all of them together. Only what is small
 * may use the last quarter of each bound, so that a wallet finds room while others move megabytes.
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
