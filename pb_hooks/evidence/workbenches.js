// Workbenches, which are the only rows that a tester changes.

const tables = require(`${__hooks}/evidence/columns.js`)
const { changingColumns } = require(`${__hooks}/evidence/tables.js`)

/** @typedef {import('./batch.js').Effect} Effect */
/** @typedef {Extract<Effect, { type: 'rework' }>} Rework */

/** @type {string[]} */
const columns = [...tables.workbenches.plain, ...tables.workbenches.json]

/** The values of the statement `reworked`. @param {Rework} effect @returns {string[]} */
const reworkedValues = ({ row, replaces }) => [
  ...changingColumns.map((name) => row[columns.indexOf(name)] ?? ''),
  digestOf(row),
  replaces,
]

/** The digest of the workbench in a row. @param {string[]} row @returns {string} */
const digestOf = (row) => row[columns.indexOf('digest')] ?? ''

/**
 * True if nobody else changed the workbench meanwhile, or if it has not ended, for a session that joins it.
 * @param {dbx.Builder} queries @param {Rework | Extract<Effect, { type: 'number' }>} effect @returns {boolean}
 */
function isInTime(queries, effect) {
  const digest = effect.type === 'rework' ? digestOf(effect.row) : effect.workbench
  const rows = /** @type {{ version: number, ends: string }[]} */ (arrayOf(new DynamicModel({ version: 0, ends: '' })))
  queries
    .newQuery('SELECT version, expires_at AS ends FROM workbenches WHERE digest = {:digest}')
    .bind({ digest })
    .all(rows)
  const [stored] = rows
  if (stored === undefined) return false
  return effect.type === 'rework' ? stored.version === Number(effect.replaces) : stored.ends > effect.at
}

module.exports = { isInTime, reworkedValues }
