// Small helpers on top of PocketBase's query builder. SQLite returns rows as JSON text, because parsing them here costs
// more than the query.

/**
 * The value of a query with one column named `text`; '' if it returns no row.
 * @param {dbx.Builder} db @param {string} sql @param {Record<string, unknown>} [values] @returns {string}
 */
function text(db, sql, values) {
  const rows = arrayOf(new DynamicModel({ text: '' }))
  db.newQuery(sql)
    .bind(values || {})
    .all(rows)
  return rows[0]?.text ?? ''
}

/** The value of a query whose column `text` is JSON. @param {dbx.Builder} db @param {string} sql @param {Record<string, unknown>} [values] */
const json = (db, sql, values) => JSON.parse(text(db, sql, values) || 'null')

/** @param {dbx.Builder} db @param {string} sql @param {Record<string, unknown>} [values] @returns {number} rows that changed */
const run = (db, sql, values) =>
  db
    .newQuery(sql)
    .bind(values || {})
    .execute()
    .rowsAffected()

/** SQL for the current time, in PocketBase's format. */
const now = "strftime('%Y-%m-%d %H:%M:%fZ','now')"

module.exports = { text, json, run, now }
