// The format of a batch of commits: lines of text, which one `split` reads. Parsing as much JSON here would take longer than
// writing it. A JSON text has no line break in it; where another value has one, its row says so.
//
// A batch is the state, how many exchanges without a session to keep ('' for all), and the items. An item is the table and
// id of its first record (both '' for none), its time, the state that it relies on ('' for none), how many rows, effects and
// values taken for new without an effect it has, and these.

const tables = require(`${__hooks}/evidence/columns.js`)

/**
 * @typedef {keyof typeof tables} Table
 * @typedef {string[]} Row the text of each column, in the order of `columns.js`
 * @typedef {{ type: string, kind: string, digest: string, isNew: boolean, row: Row }} Effect one of `consume`, `grant`,
 *   `remember`, `revoke` and `bind`. `revoke` has the parent in place of the digest; `bind` has an exchange and its session
 *   in place of kind and digest. `isNew`: the value was taken for new
 * @typedef {{ kind: string, digest: string }} Value
 * @typedef {{ table: string, id: string, at: string, state: string, rows: [Table, Row][], effects: Effect[],
 *   untold: Value[] }} Item `untold`: values taken for new that no effect stores
 * @typedef {{ state: string, keep: string, items: Item[] }} Batch
 */

/** Ends the name of a table whose plain columns are written as JSON. */
const quote = '"'

/** How many columns each table has. @type {Record<string, number>} */
const widths = {}
for (const [table, { plain, json }] of Object.entries(tables)) widths[table] = plain.length + json.length

/** Parses a batch. Throws when it is malformed. @param {string} text @returns {Batch} */
function readBatch(text) {
  const lines = text.split('\n')
  let at = 0
  const next = () => /** @type {string} */ (lines[at++])

  const nextCount = () => {
    const count = Number(next() || Number.NaN)
    if (!Number.isInteger(count) || count < 0) throw new TypeError('A batch has a count that is none.')
    return count
  }

  /** A table, and a line for each of its columns. @returns {[Table, Row]} */
  const readRow = () => {
    const name = next()
    const quoted = name.endsWith(quote)
    const table = /** @type {Table} */ (quoted ? name.slice(0, -1) : name)
    const width = widths[table]
    if (width === undefined) throw new TypeError('A batch has a row of an unknown table.')
    const row = lines.slice(at, at + width)
    at += width
    return [table, quoted ? unquoted(table, row) : row]
  }

  /** Its type, and two values; or, where a value is stored, whether it was taken for new, and its row. @returns {Effect} */
  const readEffect = () => {
    const type = next()
    if (type !== 'grant' && type !== 'remember') return { type, kind: next(), digest: next(), isNew: false, row: [] }
    const isNew = next() === 'new'
    const row = readRow()[1]
    return { type, kind: String(row[0]), digest: String(row[1]), isNew, row }
  }

  /** @template One @param {number} count @param {() => One} read @returns {One[]} */
  const readMany = (count, read) => {
    const all = []
    for (let index = 0; index < count; index++) all.push(read())
    return all
  }

  const state = next()
  const keep = next()
  const items = []
  while (at < lines.length) {
    const [table, id, time, relied] = [next(), next(), next(), next()]
    const [rows, effects, untold] = [nextCount(), nextCount(), nextCount()]
    items.push({
      table,
      id,
      at: time,
      state: relied,
      rows: readMany(rows, readRow),
      effects: readMany(effects, readEffect),
      untold: readMany(untold, () => ({ kind: next(), digest: next() })),
    })
  }
  if (at !== lines.length) throw new TypeError('A batch has fewer lines than it says.')
  return { state, keep, items }
}

/** @param {Table} table @param {Row} row @returns {Row} */
const unquoted = (table, row) =>
  row.map((text, index) => (index < tables[table].plain.length ? JSON.parse(text) : text))

module.exports = { readBatch }
