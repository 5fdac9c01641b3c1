const { editsOf } = require(`${__hooks}/evidence/state.js`)

/**
 * @typedef {{ issuer: string, clients: string[], from: string, to: string }} Nearby exchanges of these clients to one issuer
 *   in a span of time
 * @typedef {{ session: string, nearby: Nearby }} MarkRequest
 */

/**
 * A text that changes whenever the evidence of a session does: rows are added, so their numbers tell, and the rest is a change
 * outside our routes. Counted are events and exchanges of the session and, of those nearby, what belongs to no session and to
 * others. Those of no session are also deleted, the oldest first, so the newest of them tells where as many came. `null` where
 * there is no such session.
 * @param {core.App} app @param {MarkRequest} request
 */
function markOf(app, { session, nearby }) {
  const edits = editsOf(app)
  /** @type {Record<string, unknown>} */
  const values = { session, issuer: nearby.issuer, from: nearby.from, to: nearby.to }
  const names = nearby.clients.map((client, index) => {
    values[`client${index}`] = client
    return `{:client${index}}`
  })
  const row = new DynamicModel({ sessions: 0, events: 0, exchanges: 0, unbound: 0, newest: 0, others: 0 })
  app
    .db()
    .newQuery(
      `SELECT (SELECT count(*) FROM sessions WHERE id = {:session}) AS sessions,
         (SELECT count(*) FROM events WHERE session_id = {:session}) AS events,
         (SELECT count(*) FROM exchanges WHERE session_id = {:session}) AS exchanges,
         coalesce(sum(session_id = ''), 0) AS unbound, coalesce(max(iif(session_id = '', rowid, 0)), 0) AS newest,
         coalesce(sum(session_id != ''), 0) AS others
       FROM exchanges
       WHERE client IN (${names.join(', ')}) AND at >= {:from} AND at <= {:to} AND issuer_configuration_id = {:issuer}
         AND session_id != {:session}`,
    )
    .bind(values)
    .one(row)
  const { sessions, events, exchanges, unbound, newest, others } = row
  return { mark: sessions === 0 ? null : [edits, events, exchanges, unbound, newest, others].join(' ') }
}

module.exports = { markOf }
