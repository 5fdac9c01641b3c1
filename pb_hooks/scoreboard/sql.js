// Helpers for PocketBase's query builder. SQLite returns rows as JSON text, because parsing them here costs more than
// the query.

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

/** SQL for a column of file names as a JSON array; empty for an empty column. @param {string} column */
const list = (column) =>
  `json(CASE WHEN coalesce(${column}, '') = '' THEN '[]' WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END)`

/**
 * SQL for the files stored with an execution: `{id, screenshots, videos, logs, report}`.
 * @param {string} r the execution's alias in the query
 */
const filesOf = (r) =>
  `json_object('id', ${r}.id, ${['screenshots', 'videos', 'logs', 'report'].map((name) => `'${name}', ${list(`${r}.${name}`)}`).join(', ')})`

/**
 * SQL for the organisation that owns a pipeline, with its logo: `{id, logo}`.
 * @param {string} p the pipeline's alias in the query
 */
const ownerOf = (p) =>
  `(SELECT json_object('id', o.id, 'logo', coalesce(o.logo, '')) FROM organizations o WHERE o.id = ${p}.owner)`

module.exports = { text, json, run, now, filesOf, ownerOf }
