const { text, visible } = require(`${__hooks}/scoreboard/sql.js`)

/**
 * The counted executions of one namespace, a group for each pipeline and set of runners, as JSON text:
 * `{organization, groups: [[pipeline, runner_ids, runner_types, runs, successes, scheduled, ci, min_ms, first, last, last_success]],
 * pipelines: [[id, name, path]], successes: [[pipeline, workflow_id, run_id, started_at, entities]]}`.
 */
function statistics(e) {
  const db = e.app.db()
  const ns = { ns: e.request.pathValue('namespace') }
  const organization = text(db, 'SELECT id AS text FROM organizations WHERE canonified_name = {:ns}', ns)
  if (organization === '') return e.json(200, { organization: null })
  const found = new DynamicModel({ groups: '', pipelines: '', successes: '' })
  // The groups are made once and written as JSON by SQLite: taking thousands of them apart here would cost seconds.
  db.newQuery(
    `WITH g AS MATERIALIZED (
       SELECT r.pipeline, iif(r.runner_ids = '', '[]', r.runner_ids) AS runner_ids, iif(r.runner_types = '', '[]', r.runner_types) AS runner_types,
         count(*) AS runs, sum(r.status = 'completed') AS successes, sum(r.type = 'scheduled') AS scheduled, sum(r.type = 'CI') AS ci,
         min(CASE WHEN r.status = 'completed' THEN r.duration_ms END) AS min_ms, min(r.started_at) AS first, max(r.started_at) AS last,
         max(CASE WHEN r.status = 'completed' THEN r.started_at END) AS last_success
       FROM pipeline_results r INDEXED BY idx_pipeline_results_statistics
       WHERE r.namespace = {:ns} AND r.status IN ('completed', 'failed', 'timed_out')
       GROUP BY r.pipeline, r.runner_ids, r.runner_types),
     seen AS MATERIALIZED (
       SELECT p.id, p.name, p.path, max(g.last_success) AS at FROM g JOIN pipelines p ON p.id = g.pipeline WHERE ${visible('p')} GROUP BY p.id)
     SELECT
       (SELECT json_group_array(json_array(pipeline, json(runner_ids), json(runner_types), runs, successes, scheduled, ci, min_ms, first, last, last_success))
        FROM g WHERE pipeline IN (SELECT id FROM seen)) AS groups,
       (SELECT json_group_array(json_array(id, name, path)) FROM seen) AS pipelines,
       (SELECT json_group_array(json_array(r.pipeline, r.workflow_id, r.run_id, r.started_at, json(iif(r.entities = '', 'null', r.entities))))
        FROM seen CROSS JOIN pipeline_results r ON r.id = (
          SELECT id FROM pipeline_results c INDEXED BY idx_pipeline_results_latest
          WHERE c.pipeline = seen.id AND c.status = 'completed' AND c.started_at = seen.at AND c.namespace = {:ns}
          ORDER BY c.workflow_id, c.run_id LIMIT 1)) AS successes`,
  )
    .bind(ns)
    .one(found)
  const { groups, pipelines, successes } = found
  return e.blob(200, 'application/json', `{"organization":"${organization}","groups":${groups},"pipelines":${pipelines},"successes":${successes}}`)
}

/** One execution with what it used, as JSON text; `null` when the ledger has none such. */
function execution(e) {
  const query = e.request.url.query()
  const found = text(
    e.app.db(),
    `SELECT json_object('pipeline_name', p.name, 'workflow_id', r.workflow_id, 'run_id', r.run_id,
       'entities', json(iif(r.entities = '', 'null', r.entities))) AS text
     FROM pipeline_results r JOIN pipelines p ON p.id = r.pipeline
     WHERE r.workflow_id = {:workflow} AND r.run_id = {:run} AND r.namespace = {:ns}`,
    { ns: query.get('namespace'), workflow: query.get('workflow_id'), run: query.get('run_id') },
  )
  return e.blob(200, 'application/json', found || 'null')
}

module.exports = { statistics, execution }
