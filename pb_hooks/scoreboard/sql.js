// Small helpers over PocketBase's query builder. Rows come out of SQLite as JSON text, because taking them apart here costs
// more than the query.

/** The one value of a query that gives one column named `text`; '' when it gives no row. */
function text(db, sql, values) {
  const rows = arrayOf(new DynamicModel({ text: '' }))
  db.newQuery(sql).bind(values || {}).all(rows)
  return rows.length === 0 ? '' : rows[0].text
}

/** The value of a query whose column `text` is JSON. */
const json = (db, sql, values) => JSON.parse(text(db, sql, values) || 'null')

const run = (db, sql, values) => db.newQuery(sql).bind(values || {}).execute().rowsAffected()

/** SQL of the current instant as PocketBase writes it. */
const now = "strftime('%Y-%m-%d %H:%M:%fZ','now')"

/** A pipeline that the public may see on the scoreboard. The rule of the cache says the same. */
const visible = (p) =>
  `((${p}.published = 1 AND ${p}.scoreboard_visibility != 'hidden') OR ${p}.scoreboard_visibility = 'anonymous')`

module.exports = { text, json, run, now, visible }
