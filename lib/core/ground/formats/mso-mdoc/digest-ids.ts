import type { Random } from '../../ports/ports'

/**
 * The numbers from 0 to `count` - 1 in an order that nobody can foresee, so that the id of a digest does not tell
 * which element it hides. Small numbers, since ISO/IEC 18013-5 section 9.1.2.4 bounds them to 31 bits.
 * Each place is drawn from four random bytes: the bias of the remainder is far below what 32 bits can show.
 */
export function shuffledDigestIds(count: number, random: Random): number[] {
  const ids = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const drawn = random(4).reduce((number, byte) => number * 256 + byte, 0) % (last + 1)
    const [a, b] = [ids[last], ids[drawn]]
    if (a !== undefined && b !== undefined) {
      ids[last] = b
      ids[drawn] = a
    }
  }
  return ids
}
