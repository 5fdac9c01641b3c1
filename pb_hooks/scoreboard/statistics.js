const { text, run } = require(`${__hooks}/scoreboard/sql.js`)
const { filesOf, ownerOf } = require(`${__hooks}/scoreboard/sql.js`)

/**
 * The counted executions of one namespace, grouped by pipeline and set of runners, as JSON text: `{found, groups:
 * [[pipeline, name, path, runner_ids, runner_types, runs, successes, scheduled, ci, min_ms, first, last, success,
 * latest, canceled]]}`. `success` is the group's latest success, `[started_at, workflow_id, run_id, used]`, or `null`.
 * With `?details=1`, `used` is `{entities, execution, organization}` (see `execution`) and `latest` is the latest
 * execution of a group without success, `[started_at, workflow_id, run_id, entities]`; otherwise both are `null`.
 * `canceled` counts the pipeline's executions that were cancelled or terminated, so it is the same in each of its
 * groups.
 * @param {core.RequestEvent} e
 */
function statistics(e) {
  const ns = { ns: e.request?.pathValue('namespace') ?? '' }
  const db = e.app.db()
  if (text(db, 'SELECT id AS text FROM organizations WHERE canonified_name = {:ns}', ns) === '')
    return e.json(200, { found: false, groups: [] })
  countAgain(e.app, ns)
  const details = e.request?.url?.query().get('details') === '1'
  const used = details
    ? `(SELECT json_object('entities', json(iif(r.entities = '', 'null', r.entities)), 'execution', ${filesOf('r')}, 'organization', json(${ownerOf('p')}))
        FROM pipeline_results r WHERE r.id = g.success_id)`
    : "'null'"
  const success = `iif(g.success_at = '', json('null'), json_array(g.success_at, g.success_workflow, g.success_run, json(${used})))`
  const latest = details
    ? `iif(g.success_at = '', json((SELECT json_array(r.started_at, r.workflow_id, r.run_id, json(iif(r.entities = '', 'null', r.entities)))
        FROM pipeline_results r INDEXED BY idx_pipeline_results_latest
        WHERE r.pipeline = g.pipeline AND r.status IN ('failed', 'timed_out') AND r.started_at = g.last AND r.namespace = g.namespace
          AND coalesce(r.runner_ids, '') = g.runner_ids AND coalesce(r.runner_types, '') = g.runner_types
        ORDER BY r.workflow_id, r.run_id LIMIT 1)), json('null'))`
    : "json('null')"
  const canceled = `(SELECT count(*) FROM pipeline_results r INDEXED BY idx_pipeline_results_canceled
    WHERE r.namespace = g.namespace AND r.pipeline = g.pipeline AND (r.status = 'canceled' OR r.status = 'terminated'))`
  // Let SQLite write the JSON, because parsing thousands of rows here would take seconds.
  const groups = text(
    db,
    `SELECT json_group_array(json_array(g.pipeline, p.name, p.path, json(iif(g.runner_ids = '', '[]', g.runner_ids)),
         json(iif(g.runner_types = '', '[]', g.runner_types)), g.runs, g.successes, g.scheduled, g.ci, g.min_ms, g.first, g.last,
         ${success}, ${latest}, ${canceled})) AS text
     FROM execution_statistics g JOIN pipelines p ON p.id = g.pipeline WHERE g.namespace = {:ns}`,
    ns,
  )
  return e.blob(200, 'application/json', `{"found":true,"groups":${groups}}`)
}

/**
 * Recomputes the rows of a namespace whose executions were changed or deleted.
 * @param {core.App} app @param {{ ns: string }} ns
 */
function countAgain(app, ns) {
  const dirty = 'execution_statistics WHERE namespace = {:ns} AND dirty = 1'
  if (text(app.db(), `SELECT '1' AS text FROM ${dirty} LIMIT 1`, ns) === '') return
  app.runInTransaction((tx) => {
    const db = tx.db()
    const columns = [
      'runs',
      'successes',
      'scheduled',
      'ci',
      'min_ms',
      'first',
      'last',
      'success_at',
      'success_workflow',
      'success_run',
      'success_id',
      'dirty',
    ]
    run(
      db,
      `INSERT INTO execution_statistics (namespace, pipeline, runner_ids, runner_types, ${columns.join(', ')})
       WITH g AS MATERIALIZED (
         SELECT r.namespace, r.pipeline, coalesce(r.runner_ids, '') AS ids, coalesce(r.runner_types, '') AS types,
           count(*) AS runs, sum(r.status = 'completed') AS successes, sum(r.type = 'scheduled') AS scheduled, sum(r.type = 'CI') AS ci,
           min(CASE WHEN r.status = 'completed' THEN r.duration_ms END) AS min_ms, min(r.started_at) AS first, max(r.started_at) AS last,
           max(CASE WHEN r.status = 'completed' THEN r.started_at END) AS success_at
         FROM (SELECT DISTINCT pipeline FROM ${dirty}) d
         CROSS JOIN pipeline_results r INDEXED BY idx_pipeline_results_statistics ON r.namespace = {:ns} AND r.pipeline = d.pipeline
         WHERE r.status IN ('completed', 'failed', 'timed_out') GROUP BY r.pipeline, ids, types)
       SELECT g.namespace, g.pipeline, g.ids, g.types, g.runs, g.successes, g.scheduled, g.ci, g.min_ms, g.first, g.last,
         coalesce(s.started_at, ''), coalesce(s.workflow_id, ''), coalesce(s.run_id, ''), coalesce(s.id, ''), 0
       FROM g LEFT JOIN pipeline_results s ON s.id = (
         SELECT c.id FROM pipeline_results c INDEXED BY idx_pipeline_results_latest
         WHERE c.pipeline = g.pipeline AND c.status = 'completed' AND c.started_at = g.success_at AND c.namespace = g.namespace
           AND coalesce(c.runner_ids, '') = g.ids AND coalesce(c.runner_types, '') = g.types
         ORDER BY c.workflow_id, c.run_id LIMIT 1)
       WHERE true
       ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      ns,
    )
    // These have no executions left.
    run(db, `DELETE FROM ${dirty}`, ns)
  })
}

/**
 * One execution with the records that it used and the names of its files, as JSON text; `null` if the ledger does not
 * have it.
 * @param {core.RequestEvent} e
 */
function execution(e) {
  const query = e.request?.url?.query()
  const found = text(
    e.app.db(),
    `SELECT json_object('pipeline_name', p.name, 'workflow_id', r.workflow_id, 'run_id', r.run_id,
       'used', json_object('entities', json(iif(r.entities = '', 'null', r.entities)), 'execution', ${filesOf('r')}, 'organization', json(${ownerOf('p')}))) AS text
     FROM pipeline_results r JOIN pipelines p ON p.id = r.pipeline
     WHERE r.workflow_id = {:workflow} AND r.run_id = {:run} AND r.namespace = {:ns}`,
    { ns: query?.get('namespace'), workflow: query?.get('workflow_id'), run: query?.get('run_id') },
  )
  return e.blob(200, 'application/json', found || 'null')
}

module.exports = { statistics, execution }
