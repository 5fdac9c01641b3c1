/** A line of a difference: from the first text (`-`), the second (`+`), or both. */
export interface DiffLine {
  readonly sign: '-' | '+' | ' '
  readonly text: string
}

/** How many lines to search for the end of a difference. */
const windowLines = 400

/**
 * The differences of two lists of lines, one list per place, with the line before it. A place ends at the nearest line
 * that both have in common again: not always the shortest difference, but found quickly.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[][] {
  const places: DiffLine[][] = []
  let [a, b] = [0, 0]
  while (a < before.length || b < after.length) {
    if (before[a] === after[b]) {
      a += 1
      b += 1
      continue
    }
    const [skipA, skipB] = nextCommon(before, after, a, b)
    places.push([
      ...(a > 0 ? [{ sign: ' ' as const, text: before[a - 1] ?? '' }] : []),
      ...before.slice(a, a + skipA).map((text) => ({ sign: '-' as const, text })),
      ...after.slice(b, b + skipB).map((text) => ({ sign: '+' as const, text })),
    ])
    a += skipA
    b += skipB
  }
  return places
}

function nextCommon(before: readonly string[], after: readonly string[], a: number, b: number): [number, number] {
  for (let sum = 1; sum <= windowLines; sum += 1)
    for (let skipA = 0; skipA <= sum; skipA += 1) {
      const skipB = sum - skipA
      if (a + skipA < before.length && b + skipB < after.length && before[a + skipA] === after[b + skipB])
        return [skipA, skipB]
    }
  return [before.length - a, after.length - b]
}
