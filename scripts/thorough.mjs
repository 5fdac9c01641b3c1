import { createHash } from 'node:crypto'

/**
 * True in `npm run test:night`, which runs every variant of a guarantee: all misbehaviours, all pages of a verdict,
 * every run of each property. `npm test` runs a fixed part of them that depends only on names, never on the day or on
 * chance.
 */
export const thorough = process.env.THOROUGH === '1'

/** With fewer runs a property is hardly tested at all. */
const FEWEST_RUNS = 20

/** The fast-check seed in `npm test`, so that a failing test was broken by the change at hand. */
const SEED = 1_789_000_217

/**
 * The second argument of `fc.assert`: how many runs it makes, and from which seed. A thorough run draws new values each time.
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
 * A test, or a row of a table of tests: its name, a row that begins with it, or what has it as `id`.
 * @typedef {string | readonly [string, ...unknown[]] | { readonly id: string }} Named
 */

/** @param {unknown} one @returns {string} */
function nameOf(one) {
  const name = Array.isArray(one) ? one[0] : typeof one === 'object' && one !== null && 'id' in one ? one.id : one
  if (typeof name !== 'string') throw new Error('A share is taken of what has a name.')
  return name
}

/**
 * All in a thorough test; otherwise those whose name hashes into the share. Adding a test moves no other one in or out.
 * Never empty: if none falls into the share, the one with the lowest hash is taken.
 * @template {Named} T
 * @param {readonly T[]} all @param {number} [step] the share is one of so many @returns {readonly T[]} in their order
 */
export function fixedShare(all, step = 3) {
  if (thorough) return all
  const hashes = new Map(all.map((one) => [one, createHash('sha256').update(nameOf(one)).digest().readUInt32BE()]))
  const hashOf = (/** @type {T} */ one) => hashes.get(one) ?? 0
  const chosen = all.filter((one) => hashOf(one) % step === 0)
  return chosen.length > 0 ? chosen : all.toSorted((a, b) => hashOf(a) - hashOf(b)).slice(0, 1)
}

/**
 * All in a thorough test; otherwise the first of each kind, and of the others {@link fixedShare}.
 * @template {Named} T @param {readonly T[]} all @param {(one: T) => string} kindOf @returns {readonly T[]} in their order
 */
export function ofEachKindAndShare(all, kindOf) {
  const firsts = new Set(ofEachKind(all, kindOf))
  const others = new Set(fixedShare(all.filter((one) => !firsts.has(one))))
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
