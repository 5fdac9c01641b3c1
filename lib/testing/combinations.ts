/** The dimensions of a test, by name, each with its values. */
type Dimensions = Readonly<Record<string, readonly unknown[]>>

/** One value of each dimension. */
export type Combination<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] }

/** Every possible combination, in the order of the values. */
export function allCombinations<const D extends Dimensions>(
  dimensions: D,
  isPossible: (combination: Combination<D>) => boolean = () => true,
): Combination<D>[] {
  const rows = Object.entries(dimensions).reduce<Record<string, unknown>[]>(
    (partial, [name, values]) => partial.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  )
  return (rows as Combination<D>[]).filter(isPossible)
}

/**
 * A pairwise selection: rows that contain every pair of values that occurs in any row. Greedy: takes the row with the
 * most missing pairs until none is missing. Deterministic.
 */
export function pairwise<Row extends object>(rows: readonly Row[]): Row[] {
  const candidates = rows.map((row) => ({ row, pairs: pairsOf(row) }))
  const missing = new Set(candidates.flatMap(({ pairs }) => pairs))
  const chosen: Row[] = []
  while (missing.size > 0) {
    const gains = candidates.map(({ pairs }) => pairs.filter((pair) => missing.has(pair)).length)
    const best = candidates[gains.indexOf(Math.max(...gains))]
    if (best === undefined) break
    chosen.push(best.row)
    for (const pair of best.pairs) missing.delete(pair)
  }
  return chosen
}

/** Every pair of values in a row, with their names, as comparable text. */
export function pairsOf(row: object): string[] {
  const values = Object.entries(row).map((entry) => JSON.stringify(entry))
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`))
}
