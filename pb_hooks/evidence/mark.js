const { editsOf } = require(`${__hooks}/evidence/state.js`)

/**
 * @typedef {{ issuer: string, orNone: boolean, clients: string[], from: string, to: string }} Nearby exchanges of these
 *   clients to one issuer, and with `orNone` to none, in a span of time
 * @typedef {{ session: string, nearby: Nearby }} MarkRequest
 */

/**
 * A string that changes whenever the evidence of a session does. Our routes only add rows, so counts suffice; `edits`
 * covers every other change. Counts the session's events and exchanges and, among the nearby exchanges, those without a
 * session and those of other sessions. Exchanges without a session are also deleted, oldest first, so the newest one
 * shows a change when as many were added. `null` if there is no such session.
 * @param {core.App} app @param {MarkRequest} request
 */
function markOf(app, { session, nearby }) {
  const edits = editsOf(app)
  /** @type {Record<string, unknown>} */
  const values = { session, issuer: nearby.issuer, from: nearby.from, to: nearby.to }
  const issuers = nearby.orNone ? "({:issuer}, '')" : '({:issuer})'
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
       WHERE client IN (${names.join(', ')}) AND at >= {:from} AND at <= {:to} AND issuer_configuration_id IN ${issuers}
         AND session_id != {:session}`,
    )
    .bind(values)
    .one(row)
  const { sessions, events, exchanges, unbound, newest, others } = row
  return { mark: sessions === 0 ? null : [edits, events, exchanges, unbound, newest, others].join(' ') }
}

module.exports = { markOf }
