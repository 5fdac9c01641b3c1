const { editsOf } = require(`${__hooks}/evidence/state.js`)

/**
 * @typedef {{ key: string, sessions: string[] }} KeptRequest
 * @typedef {[session: string, result: string, events: number, exchanges: number]} KeptRow
 * @typedef {{ key: string, state: string, rows: KeptRow[] }} KeepRequest
 */

/** @param {'events' | 'exchanges' | 'findings'} table @param {string} session */
const countOf = (table, session) => `(SELECT count(*) FROM ${table} WHERE session_id = ${session})`

/**
 * What was kept of sessions under a key, as pairs of session and result, in one text. Our routes only add rows, and only whole
 * sessions are deleted, so counts tell whether the evidence is the same; whatever else changes a row forgets all results.
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
 * Keeps results where nothing was edited or deleted since the state that their evidence was read in, and nothing added to it.
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

/** Forgets every result. @param {core.App} app */
function forgetKept(app) {
  app.db().newQuery('DELETE FROM kept_results').execute()
}

module.exports = { keptOf, keep, forgetKept }
