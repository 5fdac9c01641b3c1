/**
 * True in `npm run test:night`, which runs all variants that show the same guarantee: every misbehaviour on its own,
 * every page of a verdict, each property with all its runs. `npm test` runs the first of each kind.
 */
export const thorough = process.env.THOROUGH === '1'

/** With fewer runs a property is hardly tested at all. */
const FEWEST_RUNS = 20

/** Where fast-check starts to draw by day, so that a test that turns red was broken by the change at hand. */
const SEED = 1_789_000_217

/**
 * How many runs fast-check makes, and from where it draws: the second argument of `fc.assert`. A thorough test draws other
 * values each time.
 * @param {number} [full] runs in a thorough test; otherwise a fifth of them, but at least 20, or all if there are fewer
 * @returns {{ numRuns: number, seed?: number }}
 */
export function runs(full = 100) {
  if (thorough) return { numRuns: full }
  return { numRuns: Math.min(full, Math.max(FEWEST_RUNS, Math.ceil(full / 5))), seed: SEED }
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
 * All in a thorough test; otherwise every third, others each day, so that three days in a row see all: for what nobody changes
 * any more, and for what many tests like it show too.
 * @template T @param {readonly T[]} all
 * @param {{ now?: number, step?: number }} [options] `now` in milliseconds since 1970; another number of days than three
 * @returns {readonly T[]} in their order
 */
export const ofToday = (all, { now = Date.now(), step } = {}) => inTurn(all, Math.floor(now / 86_400_000), step)

/**
 * All in a thorough test; otherwise the first of each kind, and every third of the others as {@link ofToday} chooses: for values
 * of which one shows each day what all of its kind show.
 * @template T @param {readonly T[]} all @param {(one: T) => string} kindOf @param {{ now?: number, step?: number }} [options]
 * @returns {readonly T[]} in their order
 */
export function ofEachKindAndToday(all, kindOf, options) {
  const firsts = new Set(ofEachKind(all, kindOf))
  const others = new Set(
    ofToday(
      all.filter((one) => !firsts.has(one)),
      options,
    ),
  )
  return all.filter((one) => firsts.has(one) || others.has(one))
}

/**
 * All in a thorough test; otherwise every third, starting with a different one each turn: with a list of names and a
 * list of values, each name is combined with a third of the values, and each value with a third of the names.
 * @template T @param {readonly T[]} all @param {number} turn @param {number} [step] another number than three
 * @returns {readonly T[]} in their order
 */
export function inTurn(all, turn, step = 3) {
  return thorough ? all : all.filter((_, index) => index % step === turn % step)
}
