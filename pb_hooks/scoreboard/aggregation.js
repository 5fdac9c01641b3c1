const { text, json, run, now } = require(`${__hooks}/scoreboard/sql.js`)
const { plain, concealed, lists } = require(`${__hooks}/scoreboard/columns.js`)

const stateId = 'current00000001'

/**
 * @typedef {{ id: string, seq: number, state: string, parts_total: number, parts: Record<string, string>, response: unknown }} Aggregation
 */

/** @param {core.App} app @param {string} id @returns {Aggregation} */
const read = (app, id) =>
  json(
    app.db(),
    `SELECT json_object('id', id, 'seq', seq, 'state', state, 'parts_total', parts_total,
       'parts', json((SELECT json_group_object(p.part, p.digest) FROM scoreboard_parts p WHERE p.aggregation = a.id)), 'response', json(iif(response = '', 'null', response))) AS text FROM scoreboard_aggregations a WHERE id = {:id}`,
    { id },
  )

/**
 * Numbers aggregations in the order in which they start. Repeating the call for an aggregation changes nothing.
 * @param {core.App} app @param {{ id: string, source: string, workflow_id: string, run_id: string, started_at: string
 * }} request
 */
function begin(app, { id, source, workflow_id, run_id, started_at }) {
  let found
  app.runInTransaction((tx) => {
    found = read(tx, id)
    if (found) return
    const seq = json(tx.db(), `SELECT next_seq AS text FROM scoreboard_state WHERE id = '${stateId}'`)
    run(tx.db(), `UPDATE scoreboard_state SET next_seq = next_seq + 1 WHERE id = '${stateId}'`)
    run(
      tx.db(),
      `INSERT INTO scoreboard_aggregations (id, seq, state, source, workflow_id, run_id, started_at)
       VALUES ({:id}, {:seq}, 'open', {:source}, {:workflow_id}, {:run_id}, {:started_at})`,
      { id, seq, source, workflow_id, run_id, started_at },
    )
    // Delete rows of aggregations that never finished.
    run(tx.db(), "DELETE FROM scoreboard_stage WHERE staged_at < strftime('%Y-%m-%d %H:%M:%fZ','now','-1 hour')")
    run(tx.db(), 'DELETE FROM scoreboard_aggregations WHERE seq < {:seq} - 1000', { seq })
    run(tx.db(), 'DELETE FROM scoreboard_parts WHERE aggregation NOT IN (SELECT id FROM scoreboard_aggregations)')
    found = read(tx, id)
  })
  return found
}

/** The aggregation with that id; `null` if there is none. @param {core.App} app @param {{ id: string }} request */
const describe = (app, { id }) => read(app, id)

/** The outcome of each part, as JSON text. @param {core.App} app @param {{ id: string }} request */
const reports = (app, { id }) =>
  text(app.db(), 'SELECT json_group_array(json(report)) AS text FROM scoreboard_parts WHERE aggregation = {:id}', {
    id,
  })

/**
 * Gives up an aggregation unless it has ended: deletes its data and commits nothing that still arrives for it. Keeps
 * the names of namespaces that did not answer, because they are often the reason.
 * @param {core.App} app @param {{ id: string }} request
 */
function fail(app, { id }) {
  app.runInTransaction((tx) => {
    const db = tx.db()
    run(
      db,
      `UPDATE scoreboard_aggregations AS a SET state = 'failed', failed_namespaces = (
         SELECT json_group_array(n.value) FROM json_each(iif(json_valid(a.namespaces), a.namespaces, '[]')) n
         LEFT JOIN scoreboard_namespaces s ON s.namespace = n.value WHERE coalesce(s.seq, 0) < a.seq)
       WHERE id = {:id} AND state IN ('open', 'staging')`,
      { id },
    )
    run(
      db,
      "DELETE FROM scoreboard_stage WHERE aggregation = (SELECT id FROM scoreboard_aggregations WHERE id = {:id} AND state = 'failed')",
      { id },
    )
  })
  return {}
}

/**
 * Stores the namespaces that an aggregation queries, so that its workflow need only pass a reference.
 * @param {core.App} app @param {{ id: string, namespaces: string[] }} request
 */
function setNamespaces(app, { id, namespaces }) {
  run(app.nonconcurrentDB(), 'UPDATE scoreboard_aggregations SET namespaces = {:names} WHERE id = {:id}', {
    id,
    names: JSON.stringify(namespaces),
  })
  return { count: namespaces.length }
}

/**
 * One page of those namespaces: `size` names from `offset`.
 * @param {core.App} app @param {{ id: string, offset: number, size: number }} request
 */
const namespaces = (app, { id, offset, size }) => ({
  namespaces:
    json(
      app.db(),
      `SELECT json_group_array(value) AS text FROM (SELECT n.value FROM scoreboard_aggregations a, json_each(a.namespaces) n
       WHERE a.id = {:id} ORDER BY n.key LIMIT {:size} OFFSET {:offset})`,
      { id, offset, size },
    ) || [],
})

/**
 * Stages rows (JSON text of an array) for an aggregation. They count once their upload is finished.
 * @param {core.App} app @param {{ aggregation: string, part: number, upload: string, rows: string }} request
 */
function stage(app, { aggregation, part, upload, rows }) {
  const scalars = [...plain, ...Object.keys(concealed)]
  const columns = ['pipeline', ...scalars, ...lists]
  const values = [
    "value ->> '$.pipeline'",
    ...scalars.map((name) => `value ->> '$.${name}'`),
    ...lists.map((name) => `value -> '$.${name}'`),
  ]
  run(
    app.nonconcurrentDB(),
    `INSERT INTO scoreboard_stage (aggregation, part, upload, staged_at, ${columns.join(', ')})
     SELECT {:aggregation}, {:part}, {:upload}, ${now}, ${values.join(', ')} FROM json_each({:rows})`,
    { aggregation, part, upload, rows },
  )
  return {}
}

/**
 * Makes an upload the content of its part and deletes the part's earlier uploads. Returns the aggregation. Returns
 * `{duplicates}` instead, and drops the upload, if another part contains some of its pipelines.
 * @param {core.App} app @param {{ aggregation: string, part: number, upload: string, total: number, digest: string,
 * report: string }} request
 */
function finishPart(app, { aggregation, part, upload, total, digest, report }) {
  let answer
  app.runInTransaction((tx) => {
    const db = tx.db()
    const values = { aggregation, part, upload }
    const found = read(tx, aggregation)
    if (['committed', 'rejected', 'failed'].includes(found.state)) {
      run(db, 'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation}', { aggregation })
      answer = found
      return
    }
    const duplicates = json(
      db,
      `SELECT json_group_array(DISTINCT a.pipeline) AS text FROM scoreboard_stage a JOIN scoreboard_stage b
         ON b.aggregation = a.aggregation AND b.pipeline = a.pipeline AND b.part <> a.part
       WHERE a.aggregation = {:aggregation} AND a.part = {:part} AND a.upload = {:upload}`,
      values,
    )
    if (duplicates.length > 0) {
      run(
        db,
        'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation} AND part = {:part} AND upload = {:upload}',
        values,
      )
      answer = { duplicates: duplicates.slice(0, 20) }
      return
    }
    run(
      db,
      'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation} AND part = {:part} AND upload <> {:upload}',
      values,
    )
    run(db, "UPDATE scoreboard_aggregations SET state = 'staging', parts_total = {:total} WHERE id = {:aggregation}", {
      aggregation,
      total,
    })
    run(
      db,
      `INSERT INTO scoreboard_parts (aggregation, part, digest, report) VALUES ({:aggregation}, {:part}, {:digest}, {:report})
       ON CONFLICT (aggregation, part) DO UPDATE SET digest = excluded.digest, report = excluded.report`,
      { aggregation, part, digest, report },
    )
    answer = read(tx, aggregation)
  })
  return answer
}

module.exports = { begin, describe, reports, fail, setNamespaces, namespaces, read, stateId, stage, finishPart }
