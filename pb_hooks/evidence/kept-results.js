const { editsOf } = require(`${__hooks}/evidence/state.js`)

/**
 * @typedef {{ key: string, sessions: string[] }} KeptRequest
 * @typedef {[session: string, result: string, events: number, exchanges: number]} KeptRow
 * @typedef {{ key: string, state: string, rows: KeptRow[] }} KeepRequest
 */

/** @param {'events' | 'exchanges' | 'findings'} table @param {string} session */
const countOf = (table, session) => `(SELECT count(*) FROM ${table} WHERE session_id = ${session})`

/**
 * The results kept for sessions under a key, as JSON text of `[session, result]` pairs. Our routes only add rows and
 * delete whole sessions, so equal counts mean equal evidence; any other change to a row drops all results.
 * @param {core.App} app @param {KeptRequest} request
 */
function keptOf(app, { key, sessions }) {
  const row = new DynamicModel({ results: '' })
  app
    .db()
    .newQuery(
      `SELECT json_group_array(json_array(id, result)) AS results FROM kept_results AS kept
       WHERE id IN (SELECT value FROM json_each({:sessions})) AND key = {:key} AND events = ${countOf('events', 'kept.id')}
         AND exchanges = ${countOf('exchanges', 'kept.id')} AND findings = ${countOf('findings', 'kept.id')}`,
    )
    .bind({ key, sessions: JSON.stringify(sessions) })
    .one(row)
  return { state: editsOf(app), results: row.results }
}

/**
 * Stores results, unless evidence was edited or deleted after the given state, or rows were added to their sessions.
 * @param {core.App} app @param {KeepRequest} request
 */
function keep(app, { key, state, rows }) {
  app.runInTransaction((tx) => {
    if (editsOf(tx) !== state) return
    tx.db()
      .newQuery(
        `INSERT OR REPLACE INTO kept_results (id, session_id, key, result, events, exchanges, findings)
         SELECT session, session, {:key}, result, events, exchanges, ${countOf('findings', 'session')}
         FROM (SELECT value ->> 0 AS session, value ->> 1 AS result, value ->> 2 AS events, value ->> 3 AS exchanges
           FROM json_each({:rows}))
         WHERE session IN (SELECT id FROM sessions) AND events = ${countOf('events', 'session')}
           AND exchanges = ${countOf('exchanges', 'session')}`,
      )
      .bind({ key, rows: JSON.stringify(rows) })
      .execute()
  })
  return { state: editsOf(app) }
}

/** @param {core.App} app */
function forgetKept(app) {
  app.db().newQuery('DELETE FROM kept_results').execute()
}

module.exports = { keptOf, keep, forgetKept }
