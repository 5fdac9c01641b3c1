/**
 * True in `npm run test:night`, which runs all variants that show the same guarantee: every misbehaviour on its own,
 * every page of a verdict, each property with all its runs. `npm test` runs the first of each kind.
 */
export const thorough = process.env.THOROUGH === '1'

/** With fewer runs a property is hardly tested at all. */
const FEWEST_RUNS = 20

/**
 * How many runs fast-check makes: the second argument of `fc.assert`.
 * @param {number} [full] runs in a thorough test; otherwise a fifth of them, but at least 20, or all if there are fewer
 * @returns {{ numRuns: number }}
 */
export function runs(full = 100) {
  return { numRuns: thorough ? full : Math.min(full, Math.max(FEWEST_RUNS, Math.ceil(full / 5))) }
}

/**
 * All in a thorough test; otherwise the first of each kind.
 * @template T @param {readonly T[]} all @param {(one: T) => string} kindOf @returns {readonly T[]} in their order
 */
export function ofEachKind(all, kindOf) {
  if (thorough) return all
  const kinds = new Set()
  return all.filter((one) => {
    const kind = kindOf(one)
    return !kinds.has(kind) && kinds.add(kind)
  })
}

/**
 * All in a thorough test; otherwise every third, starting with a different one each turn: with a list of names and a
 * list of values, each name is combined with a third of the values, and each value with a third of the names.
 * @template T @param {readonly T[]} all @param {number} turn @returns {readonly T[]} in their order
 */
export function inTurn(all, turn) {
  return thorough ? all : all.filter((_, index) => index % 3 === turn % 3)
}
