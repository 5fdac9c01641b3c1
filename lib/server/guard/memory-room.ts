import type { Seeker } from '@/lib/core/shared/ports/places'
import { createPlaces, holderOf } from './places'

/** Maximum bytes held at a time, and for a body that counts as small. */
export interface MemoryBounds {
  readonly max: number
  readonly small: number
}

/** The bytes reserved for one body. */
export interface Place {
  /** Raises the reservation to this many bytes. Returns false, and releases it, if there is not enough room. */
  grow(bytes: number): boolean
  /** Why a reservation has failed, as a sentence; `null` while none has. */
  refused(): string | null
  /** Releases the reservation. */
  leave(): void
}

/** Unlimited room, for bodies that are bounded elsewhere. */
export const unboundedPlace: Place = { grow: () => true, refused: () => null, leave: () => undefined }

export interface MemoryRoom {
  enter(seeker: Seeker): Place
}

/**
 * Limits the memory that all bodies hold together: the size of a body and the number of connections are bounded, but
 * their product is too large. The last quarter of each bound is reserved for small bodies, so that wallets find room
 * while others send megabytes.
 */
export function createMemoryRoom(
  { max, small }: MemoryBounds,
  { keepsPart }: { readonly keepsPart: boolean },
): MemoryRoom {
  const places = createPlaces(max, { keepsPart })
  return {
    enter(seeker) {
      const holder = holderOf(seeker)
      let held = 0
      let refused: string | null = null
      const set = (bytes: number) => {
        places.add(holder, bytes - held)
        held = bytes
      }
      return {
        grow(bytes) {
          const more = Math.max(0, bytes - held)
          const lack = more === 0 ? null : places.refusal(holder, more, bytes <= small ? 1 : 3 / 4)
          if (lack !== null) refused ??= places.words(lack, 'bytes of memory for messages')
          set(refused === null ? held + more : 0)
          return refused === null
        },
        refused: () => refused,
        leave: () => set(0),
      }
    },
  }
}
