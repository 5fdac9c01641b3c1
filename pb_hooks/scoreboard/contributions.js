const { text, json, run } = require(`${__hooks}/scoreboard/sql.js`)

/** @typedef {{ namespace: string, sha256: string, at: string, items: string }} Answer */

/**
 * Stores the answers of namespaces (`items`: JSON text of an array of items with `pipeline_id`). Each answer replaces
 * the namespace's last one as a whole, unless a newer aggregation has queried in the meantime. An unchanged answer only
 * gets the new number.
 * @param {core.App} app @param {{ seq: number, answers: Answer[] }} request
 */
function contribute(app, { seq, answers }) {
  app.runInTransaction((tx) => {
    for (const answer of answers) keep(tx.db(), seq, answer)
  })
  return {}
}

/** @param {dbx.Builder} db @param {number} seq @param {Answer} answer */
function keep(db, seq, { namespace, sha256, at, items }) {
  const last = json(
    db,
    "SELECT json_object('seq', seq, 'sha256', answer_sha256) AS text FROM scoreboard_namespaces WHERE namespace = {:namespace}",
    { namespace },
  )
  if (last && last.seq > seq) return
  if (!last || last.sha256 !== sha256) {
    run(db, 'DELETE FROM scoreboard_contributions WHERE namespace = {:namespace}', { namespace })
    run(
      db,
      `INSERT INTO scoreboard_contributions (pipeline_id, namespace, item)
       SELECT value ->> '$.pipeline_id', {:namespace}, value FROM json_each({:items})`,
      { namespace, items },
    )
  }
  run(
    db,
    `INSERT INTO scoreboard_namespaces (namespace, seq, fetched_at, answer_sha256) VALUES ({:namespace}, {:seq}, {:at}, {:sha256})
     ON CONFLICT (namespace) DO UPDATE SET seq = excluded.seq, fetched_at = excluded.fetched_at,
       answer_sha256 = excluded.answer_sha256, failing_since = '', last_error = ''`,
    { namespace, seq, at, sha256 },
  )
}

/**
 * Records since when a namespace has not answered. Keeps its last good answer.
 * @param {core.App} app @param {{ namespace: string, at: string, error: string }} request
 */
function noteFailure(app, { namespace, at, error }) {
  run(
    app.nonconcurrentDB(),
    `INSERT INTO scoreboard_namespaces (namespace, failing_since, last_error) VALUES ({:namespace}, {:at}, {:error})
     ON CONFLICT (namespace) DO UPDATE SET failing_since = iif(failing_since = '', {:at}, failing_since), last_error = {:error}`,
    { namespace, at, error },
  )
  return {}
}

/**
 * Prepares a merge: deletes contributions whose organisation no longer exists or that have been carried since before
 * `carried_before`. Returns `{failed: [[namespace, since, dropped]], starts}`: `failed` are the namespaces that did not
 * answer this aggregation; `starts` is the first pipeline id of every part of `size` pipelines.
 * @param {core.App} app @param {{ id: string, seq: number, at: string, carried_before: string, size: number }} request
 */
function prepareMerge(app, { id, seq, at, carried_before, size }) {
  let answer
  app.runInTransaction((tx) => {
    const db = tx.db()
    const gone = 'namespace NOT IN (SELECT canonified_name FROM organizations)'
    run(db, `DELETE FROM scoreboard_contributions WHERE ${gone}`)
    run(db, `DELETE FROM scoreboard_namespaces WHERE ${gone}`)
    run(db, `DELETE FROM execution_statistics WHERE ${gone}`)
    const asked =
      'FROM scoreboard_aggregations a, json_each(a.namespaces) n LEFT JOIN scoreboard_namespaces s ON s.namespace = n.value WHERE a.id = {:id}'
    run(
      db,
      `INSERT INTO scoreboard_namespaces (namespace, failing_since, last_error)
       SELECT n.value, {:at}, 'not asked in time' ${asked} AND (s.namespace IS NULL OR (s.seq < {:seq} AND s.failing_since = ''))
       ON CONFLICT (namespace) DO UPDATE SET failing_since = excluded.failing_since, last_error = excluded.last_error`,
      { id, seq, at },
    )
    /** @type {[string, string, number][]} */
    const failed = json(
      db,
      `SELECT json_group_array(json_array(n.value, s.failing_since, s.failing_since < {:carried_before})) AS text
       ${asked} AND s.seq < {:seq}`,
      { id, seq, carried_before },
    )
    const dropped = failed.filter((entry) => entry[2] === 1).map((entry) => entry[0])
    if (dropped.length > 0) {
      const names = { names: JSON.stringify(dropped) }
      run(db, 'DELETE FROM scoreboard_contributions WHERE namespace IN (SELECT value FROM json_each({:names}))', names)
      run(
        db,
        "UPDATE scoreboard_namespaces SET answer_sha256 = '' WHERE namespace IN (SELECT value FROM json_each({:names}))",
        names,
      )
    }
    const starts = json(
      db,
      `SELECT json_group_array(pipeline_id) AS text FROM (
         SELECT pipeline_id FROM (
           SELECT pipeline_id, row_number() OVER (ORDER BY pipeline_id) AS place FROM (SELECT DISTINCT pipeline_id FROM scoreboard_contributions))
         WHERE (place - 1) % max({:size}, (SELECT count(DISTINCT pipeline_id) / 999 + 1 FROM scoreboard_contributions)) = 0 ORDER BY pipeline_id)`,
      { size },
    )
    answer = { failed, starts }
  })
  return answer
}

/**
 * At most `size` contributions, ordered by pipeline and namespace, after the position `[pipeline_id, namespace]` and
 * before the pipeline `until` ('' = to the end): JSON text `[[namespace, item]]`.
 * @param {core.App} app @param {{ after: [string, string], until: string, size: number }} request
 */
const page = (app, { after, until, size }) =>
  text(
    app.db(),
    `SELECT json_group_array(json_array(namespace, json(item))) AS text FROM (
       SELECT namespace, item FROM scoreboard_contributions
       WHERE (pipeline_id, namespace) > ({:pipeline}, {:namespace}) AND ({:until} = '' OR pipeline_id < {:until})
       ORDER BY pipeline_id, namespace LIMIT {:size})`,
    { pipeline: after[0], namespace: after[1], until, size },
  )

module.exports = { contribute, noteFailure, prepareMerge, page }
