/**
 * True in `npm run test:night`, which repeats what shows the same guarantee many times over: every misbehaviour by
 * itself, every page of a verdict, each property with all its values. `npm test` takes the first of each kind.
 */
export const thorough = process.env.THOROUGH === '1'

/** Below this a property is hardly tried at all. */
const FEWEST_RUNS = 20

/**
 * How often fast-check tries a property: the second argument of `fc.assert`.
 * @param {number} [full] runs of a thorough test; a fifth of them is made otherwise, though never fewer than 20 of more
 * @returns {{ numRuns: number }}
 */
export function runs(full = 100) {
  return { numRuns: thorough ? full : Math.min(full, Math.max(FEWEST_RUNS, Math.ceil(full / 5))) }
}

/**
 * All in a thorough test, otherwise the first of each kind.
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
 * All in a thorough test, otherwise every third, beginning with another one in each turn: of a list of names and a list of
 * values each name meets a third of the values, and each value a third of the names.
 * @template T @param {readonly T[]} all @param {number} turn @returns {readonly T[]} in their order
 */
export function inTurn(all, turn) {
  return thorough ? all : all.filter((_, index) => index % 3 === turn % 3)
}
