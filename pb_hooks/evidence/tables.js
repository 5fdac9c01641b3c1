// How rows become records. A row travels as JSON text and SQLite takes it apart; a batch costs one statement per table,
// whatever its size.

const tables = require(`${__hooks}/evidence/columns.js`)

/** @typedef {keyof typeof tables} Table */

/**
 * Inserts rows, each the JSON text of an object with every column of the table. A row that exists already is an error.
 * @param {core.App} tx @param {Table} table @param {string[]} rows
 */
function insertRows(tx, table, rows) {
  if (rows.length === 0) return
  const { plain, json } = tables[table]
  const columns = [...plain, ...json].map((name) => `"${name}"`).join(', ')
  const values = [...plain.map((name) => `value ->> '$.${name}'`), ...json.map((name) => `value -> '$.${name}'`)].join(
    ', ',
  )
  tx.db()
    .newQuery(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each({:rows})`)
    .bind({ rows: `[${rows.join(',')}]` })
    .execute()
}

module.exports = { insertRows }
