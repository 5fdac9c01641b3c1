// What may come too late: one-time values, and standing values and workbenches, which are replaced. The transaction holds the only writing connection, so
// nothing can change between reading and writing.

const columns = require(`${__hooks}/evidence/columns.js`)
const { isInTime } = require(`${__hooks}/evidence/workbenches.js`)
const { plain } = columns.one_time_values

/** @typedef {import('./batch.js').Effect} Effect */
/** @typedef {import('./batch.js').Value} Value */

const consumedAt = plain.indexOf('consumed_at')
const revokedAt = plain.indexOf('revoked_at')
const standingVersion = columns.standing_values.plain.indexOf('version')

/**
 * True if a value can still be used; `undefined` if there is none.
 * @param {dbx.Builder} queries @param {Value} value @returns {boolean | undefined}
 */
function readUsable(queries, { kind, digest }) {
  const rows = /** @type {{ usable: boolean }[]} */ (arrayOf(new DynamicModel({ usable: false })))
  queries
    .newQuery(
      `SELECT consumed_at = '' AND revoked_at = '' AS usable FROM one_time_values WHERE kind = {:kind} AND digest = {:digest}`,
    )
    .bind({ kind, digest })
    .all(rows)
  return rows[0]?.usable
}

/**
 * The version of the standing value; 0 if there is none.
 * @param {dbx.Builder} queries @param {Value} value @returns {number}
 */
function readVersion(queries, { kind, digest }) {
  const rows = /** @type {{ version: number }[]} */ (arrayOf(new DynamicModel({ version: 0 })))
  queries
    .newQuery('SELECT version FROM standing_values WHERE kind = {:kind} AND digest = {:digest}')
    .bind({ kind, digest })
    .all(rows)
  return rows[0]?.version ?? 0
}

/**
 * The indexes of an item's effects that come too late, given what is stored and the item's own earlier effects.
 * @param {dbx.Builder} queries @param {Effect[]} effects @returns {number[]}
 */
function lostEffects(queries, effects) {
  /** @type {Map<string, boolean | undefined>} */
  const states = new Map()
  /** @type {number[]} */
  const lost = []
  /** @type {Map<string, number>} */
  const versions = new Map()
  effects.forEach((effect, index) => {
    if (effect.type === 'revoke' || effect.type === 'bind' || effect.type === 'name') return
    if (effect.type === 'number' || effect.type === 'rework') {
      if (!isInTime(queries, effect)) lost.push(index)
      return
    }
    const { kind, digest } = effect
    const key = `${kind} ${digest}`
    if (effect.type === 'replace') {
      const stands = versions.get(key) ?? readVersion(queries, { kind, digest })
      if (stands === Number(effect.replaces)) versions.set(key, Number(effect.row[standingVersion]))
      else lost.push(index)
      return
    }
    if (!states.has(key)) states.set(key, readUsable(queries, { kind, digest }))
    const state = states.get(key)
    if (effect.type === 'consume' || effect.type === 'require') {
      if (state !== true) lost.push(index)
      if (effect.type === 'consume') states.set(key, false)
    } else if (state === undefined) states.set(key, effect.row[consumedAt] === '' && effect.row[revokedAt] === '')
    else if (effect.type === 'grant') lost.push(index)
  })
  return lost
}

/** @param {dbx.Builder} queries @param {Value[]} values */
const storedOf = (queries, values) => values.filter((value) => readUsable(queries, value) !== undefined)

module.exports = { lostEffects, readUsable, storedOf }
