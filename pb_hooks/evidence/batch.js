// A batch of commits, as JSON: the state, how many exchanges without a session to keep ('' for all), and the items.
// Every value of a row is a string, which storage binds as it is.

const tables = require(`${__hooks}/evidence/columns.js`)

/**
 * @typedef {keyof typeof tables} Table
 * @typedef {string[]} Row the text of each column, in the order of `columns.js`
 * @typedef {{ type: 'grant' | 'remember', kind: string, digest: string, isNew: boolean, row: Row }} Storing `isNew`: the value
 *   was assumed to be new
 * @typedef {Storing
 *   | { type: 'consume', kind: string, digest: string }
 *   | { type: 'require', kind: string, digest: string }
 *   | { type: 'revoke', kind: string, parent: string }
 *   | { type: 'bind', exchange_id: string, session_id: string }
 *   | { type: 'replace', kind: string, digest: string, replaces: string, row: Row }
 *   | { type: 'name', campaign_id: string, name: string }
 *   | { type: 'number', workbench: string, session_id: string, at: string, expires_at: string }
 *   | { type: 'rework', replaces: string, row: Row }} Effect
 * @typedef {{ kind: string, digest: string }} Value
 * @typedef {{ table: string, id: string, at: string, state: string, rows: [Table, Row][], effects: Effect[],
 *   assumedNewOnly: Value[] }} Item `table` and `id` are those of its first record, '' for none; `state` is the one that
 *   it relies on, '' for none; `assumedNewOnly` are values that it assumed to be new and that no effect stores
 * @typedef {{ state: string, keep: string, items: Item[] }} Batch
 */

/** How many columns each table has. @type {Record<string, number>} */
const widths = Object.create(null)
for (const [table, { plain, json }] of Object.entries(tables)) widths[table] = plain.length + json.length

/** Effects that store a value come first. @type {readonly string[]} */
const effectTypes = ['grant', 'remember', 'consume', 'require', 'revoke', 'bind', 'name', 'replace', 'number', 'rework']

/** True if a known effect stores a value. @param {Effect} effect @returns {effect is Storing} */
const isStoring = (effect) => effectTypes.indexOf(effect.type) < 2

/** Parses a batch. Throws if it is malformed. @param {string} text @returns {Batch} */
function readBatch(text) {
  /** @type {Batch} */
  const batch = JSON.parse(text)
  if (!/^\d*$/.test(batch.keep)) throw new TypeError('A batch does not say how many exchanges to keep.')
  for (const { table, rows, effects, assumedNewOnly } of batch.items) {
    if (table !== '' && widths[table] === undefined) throw new TypeError('A batch has an item of an unknown table.')
    for (const [name, row] of rows) requireRow(name, row)
    for (const effect of effects) {
      if (!effectTypes.includes(effect.type)) throw new TypeError('A batch has an unknown effect.')
      if (isStoring(effect)) requireRow('one_time_values', effect.row)
      if (effect.type === 'replace') requireRow('standing_values', effect.row)
      if (effect.type === 'rework') requireRow('workbenches', effect.row)
    }
    if (!Array.isArray(assumedNewOnly)) throw new TypeError('A batch has an item without its values taken for new.')
  }
  return batch
}

/** @param {string} table @param {unknown} row */
function requireRow(table, row) {
  if (!Array.isArray(row) || row.length !== widths[table] || !row.every((value) => typeof value === 'string'))
    throw new TypeError('A batch has a row that does not fit its table.')
}

module.exports = { readBatch, isStoring }
