import { canonicalPath } from './names'

/** At most one difference for so many characters of a name, and two in a short one. */
const charactersPerDifference = 5
/** Longer names are compared by their beginning. */
const comparedMax = 200

/**
 * The path that a name most probably means, out of some that exist; `null` where none is near. Case, spaces and
 * punctuation do not count. Otherwise a fifth of the characters may differ, or the organisation alone.
 */
export function nearestPath(name: string, paths: readonly string[]): string | null {
  const wanted = canonicalPath(name).slice(0, comparedMax)
  const allowed = Math.max(2, Math.floor(wanted.length / charactersPerDifference))
  let best: { readonly path: string; readonly apart: number } | null = null
  for (const path of paths) {
    const known = canonicalPath(path).slice(0, comparedMax)
    const most = best === null ? allowed : best.apart - 1
    const apart = differences(wanted, known, most)
    if (apart <= most) best = { path, apart }
    if (best?.apart === 0) break
  }
  return best?.path ?? paths.find((path) => lastOf(canonicalPath(path)) === lastOf(wanted)) ?? null
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * How many characters have to be added, removed, replaced or swapped with their neighbour to make one text the other:
 * exact up to `most`, above it some greater number. Looks at a band of the table alone.
 */
function differences(one: string, other: string, most: number): number {
  const tooMany = most + 1
  if (most < 0 || Math.abs(one.length - other.length) > most) return tooMany
  let [earlier, before]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row++) {
    const current: number[] = new Array(other.length + 1).fill(tooMany)
    current[0] = row
    let least = row
    for (let column = Math.max(1, row - most); column <= Math.min(other.length, row + most); column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const value = Math.min(
        (before?.[column] ?? tooMany) + 1,
        (current[column - 1] ?? tooMany) + 1,
        (before?.[column - 1] ?? tooMany) + (isSame ? 0 : 1),
        isSwapped ? (earlier?.[column - 2] ?? tooMany) + 1 : tooMany,
      )
      current[column] = value
      least = Math.min(least, value)
    }
    if (least > most) return tooMany
    earlier = before
    before = current
  }
  return before?.[other.length] ?? tooMany
}
