import { isGap } from '@/lib/core/engine/redaction/values/text-readings'
import type { Random } from '@/lib/core/shared/ports/ports'

/**
 * Rolling hashes for each position of a text that is followed by enough base64url characters. What stands between
 * characters without being one (white space, line breaks) is passed over.
 */
export interface RollingHashes {
  /** The hash of a value; `null` if its length or alphabet is different. */
  of(value: string): number | null
  /**
   * Calls `seen`, in order, for each position whose hash may be in `among`, with the hash and the end of the value
   * there. Between its end and its start may be gaps.
   */
  each(text: string, among: HashSet, seen: (hash: number, end: number) => void): void
}

/**
 * A bitmap indexed by 22 bits of each hash: it never misses an added hash, and seldom reports another, also where the
 * 300,000 that are remembered at most are in it. 512 KiB, so that it stays in the processor's cache.
 */
export type HashSet = Uint32Array

export const newHashSet = (): HashSet => new Uint32Array(2 ** 17)

export function addHash(hashes: HashSet, hash: number): void {
  const word = (hash >>> 5) & (hashes.length - 1)
  hashes[word] = (hashes[word] ?? 0) | (1 << (hash & 31))
}

/** The number of a gap; those of characters are odd. */
const gap = 2
/** How many characters back are remembered: the longest value. */
const lastMax = 64

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Keyed 32-bit hashes: equal values have equal hashes, others collide only by chance. Each position's hash follows from
 * the previous one with two multiplications, whatever the length (M. O. Rabin and R. M. Karp,
 * https://doi.org/10.1147/rd.312.0249), so the cost is linear in the text.
 */
export function createRollingHashes(length: number, random: Random): RollingHashes {
  const drawn = new DataView(Uint8Array.from(random(4 * (alphabet.length + 1))).buffer)
  // An odd factor is invertible modulo 2^32.
  const factor = drawn.getInt32(0) | 1
  /** A number for each character of the alphabet, indexed by character code; `gap` for gaps, 0 for all others. */
  const numbers = new Int32Array(128)
  for (let code = 0; code < numbers.length; code++) if (isGap(code)) numbers[code] = gap
  for (const [index, character] of [...alphabet].entries())
    numbers[character.charCodeAt(0)] = drawn.getInt32(4 * (index + 1)) | 1
  /** The weight of the first character, which is subtracted when the window moves on. */
  let first = 1
  for (let count = 0; count < length; count++) first = Math.imul(first, factor)
  /** The numbers of the last characters that were no gaps, in turn. */
  const last = new Int32Array(lastMax)

  return {
    // Calling back for every position would cost more than everything else, so only positions that pass the filter are
    // reported.
    each(text, among, seen) {
      const words = among.length - 1
      let hash = 0
      let run = 0
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        const number = code < 128 ? (numbers[code] ?? 0) : isGap(code) ? gap : 0
        if (number === gap) continue
        if (number === 0) {
          hash = 0
          run = 0
          continue
        }
        hash = (Math.imul(hash, factor) + number) | 0
        if (run >= length) hash = (hash - Math.imul(first, last[(run - length) % lastMax] ?? 0)) | 0
        last[run % lastMax] = number
        run += 1
        if (run >= length && (((among[(hash >>> 5) & words] ?? 0) >>> (hash & 31)) & 1) === 1) seen(hash, at + 1)
      }
    },
    of(value) {
      if (value.length !== length) return null
      let hash = 0
      for (let at = 0; at < length; at++) {
        const code = value.charCodeAt(at)
        const number = code < 128 ? (numbers[code] ?? 0) : 0
        if (number === 0 || number === gap) return null
        hash = (Math.imul(hash, factor) + number) | 0
      }
      return hash
    },
  }
}
