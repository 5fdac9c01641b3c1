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
  const groups = text(
    db,
    `SELECT json_group_array(json_array(pipeline, json(runner_ids), json(runner_types), runs, successes, scheduled, ci, min_ms, first, last, last_success)) AS text FROM (
       SELECT r.pipeline, iif(r.runner_ids = '', '[]', r.runner_ids) AS runner_ids, iif(r.runner_types = '', '[]', r.runner_types) AS runner_types,
         count(*) AS runs, sum(r.status = 'completed') AS successes, sum(r.type = 'scheduled') AS scheduled, sum(r.type = 'CI') AS ci,
         min(CASE WHEN r.status = 'completed' THEN r.duration_ms END) AS min_ms, min(r.started_at) AS first, max(r.started_at) AS last,
         max(CASE WHEN r.status = 'completed' THEN r.started_at END) AS last_success
       FROM pipeline_results r INDEXED BY idx_pipeline_results_statistics
       WHERE r.namespace = {:ns} AND r.status IN ('completed', 'failed', 'timed_out')
         AND EXISTS (SELECT 1 FROM pipelines p WHERE p.id = r.pipeline AND ${visible('p')})
       GROUP BY r.pipeline, r.runner_ids, r.runner_types)`,
    ns,
  )
  const seen = { ids: JSON.stringify(JSON.parse(groups).map((group) => [group[0], group[10]])) }
  const pipelines = text(
    db,
    `SELECT json_group_array(json_array(p.id, p.name, p.path)) AS text
     FROM (SELECT DISTINCT value ->> 0 AS id FROM json_each({:ids})) w CROSS JOIN pipelines p ON p.id = w.id`,
    seen,
  )
  const successes = text(
    db,
    `SELECT json_group_array(json_array(r.pipeline, r.workflow_id, r.run_id, r.started_at, json(iif(r.entities = '', 'null', r.entities)))) AS text
     FROM (SELECT value ->> 0 AS id, max(value ->> 1) AS at FROM json_each({:ids}) GROUP BY 1) w
     CROSS JOIN pipeline_results r ON r.id = (
       SELECT id FROM pipeline_results c INDEXED BY idx_pipeline_results_latest
       WHERE c.pipeline = w.id AND c.status = 'completed' AND c.started_at = w.at AND c.namespace = {:ns} ORDER BY c.workflow_id, c.run_id LIMIT 1)`,
    { ...seen, ...ns },
  )
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
