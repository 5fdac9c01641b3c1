const { text, run } = require(`${__hooks}/scoreboard/sql.js`)

/** SQL for an instant in the format of these tables. @param {string} when what strftime takes after its format */
const instant = (when) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${when})`

/**
 * Requests a worker in a namespace, once or after each interval.
 * @param {core.App} app @param {{ namespace: string, source: string, due_at: string, every_seconds?: number }} request
 */
function want(app, { namespace, source, due_at, every_seconds = 0 }) {
  run(
    app.nonconcurrentDB(),
    `INSERT INTO worker_wishes (namespace, source, due_at, every_seconds) VALUES ({:namespace}, {:source}, ${instant('{:due_at}')}, {:every_seconds})
     ON CONFLICT (namespace, source) DO UPDATE SET due_at = excluded.due_at, every_seconds = excluded.every_seconds`,
    { namespace, source, due_at, every_seconds },
  )
  return {}
}

/** @param {core.App} app @param {{ namespace: string, source: string }} request */
function unwant(app, { namespace, source }) {
  run(app.nonconcurrentDB(), 'DELETE FROM worker_wishes WHERE namespace = {:namespace} AND source = {:source}', {
    namespace,
    source,
  })
  return {}
}

/**
 * Deletes the request of a deleted pipeline's schedule, by its source in lib/core/scoreboard/worker-demand.ts.
 * @param {core.App} tx @param {core.Record} pipeline
 */
const forget = (tx, pipeline) =>
  run(tx.db(), 'DELETE FROM worker_wishes WHERE source = {:source}', { source: `schedule-${pipeline.id}` })

/**
 * Namespaces that need a worker within so many seconds, longest overdue first, as JSON text. Those of deleted
 * organisations are left out.
 * @param {core.App} app @param {{ within_seconds: number }} request
 */
const due = (app, { within_seconds }) =>
  text(
    app.db(),
    `SELECT json_group_array(namespace) AS text FROM (
       SELECT w.namespace, min(w.due_at) AS first FROM worker_wishes w JOIN organizations o ON o.canonified_name = w.namespace
       WHERE w.due_at <= ${instant("'now', {:within}")} GROUP BY w.namespace ORDER BY first, w.namespace)`,
    { within: `+${within_seconds} seconds` },
  )

/**
 * Records that a worker polls a namespace: due requests are fulfilled, and those of schedules move to their next
 * instant.
 * @param {core.App} app @param {{ namespace: string }} request
 */
function served(app, { namespace }) {
  app.runInTransaction((tx) => {
    const now = instant("'now'")
    const past = `namespace = {:namespace} AND due_at <= ${now}`
    run(tx.db(), `DELETE FROM worker_wishes WHERE every_seconds = 0 AND ${past}`, { namespace })
    run(
      tx.db(),
      `UPDATE worker_wishes SET due_at = ${instant(
        "due_at, '+' || (every_seconds * (1 + CAST((julianday('now') - julianday(due_at)) * 86400 / every_seconds AS INTEGER))) || ' seconds'",
      )} WHERE every_seconds > 0 AND ${past}`,
      { namespace },
    )
    run(tx.db(), 'DELETE FROM worker_wishes WHERE namespace NOT IN (SELECT canonified_name FROM organizations)')
  })
  return {}
}

/**
 * Records that a worker process is alive. Returns all that were alive within `dead_seconds`, as JSON text.
 * @param {core.App} app @param {{ id: string, dead_seconds: number }} request
 */
function beat(app, { id, dead_seconds }) {
  let alive = '[]'
  app.runInTransaction((tx) => {
    const db = tx.db()
    const since = { since: `-${dead_seconds} seconds` }
    run(
      db,
      `INSERT INTO worker_heartbeats (id, beat_at) VALUES ({:id}, ${instant("'now'")}) ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at`,
      { id },
    )
    run(db, `DELETE FROM worker_heartbeats WHERE beat_at < ${instant("'now', {:since}")}`, since)
    alive = text(db, 'SELECT json_group_array(id) AS text FROM (SELECT id FROM worker_heartbeats ORDER BY id)')
  })
  return alive
}

/** @param {core.App} app @param {{ id: string }} request */
function leave(app, { id }) {
  run(app.nonconcurrentDB(), 'DELETE FROM worker_heartbeats WHERE id = {:id}', { id })
  return {}
}

module.exports = { want, unwant, forget, due, served, beat, leave }
