const { text, json, run, now } = require(`${__hooks}/scoreboard/sql.js`)

/** Maximum number of overdue executions per reconciliation of a namespace. */
const overdueMax = 1000
/**
 * Seconds after which an execution must have ended: its pipeline's limit plus the time that Temporal takes to end it.
 */
const allowedSeconds = `(120 + max(60, min(7200,
  coalesce(CAST(iif(json_valid(p.definition), p.definition, '{}') ->> '$.timeout_seconds' AS INTEGER), 3600))))`
/** SQL for the seconds since 1970 of an instant. @param {string} key SQL of its key */
const seconds = (key) => `CAST(strftime('%s', substr(${key}, 1, 19)) AS INTEGER)`

/**
 * SQL for the steps of an ended run, as in `lastRecords` of lib/core/scoreboard/pipelines/fold-run.ts: a running step
 * does not count, a waiting one was skipped. Steps in another format stay as they are.
 * @param {string} column
 */
const ended = (column) => `CASE WHEN coalesce(json_valid(${column}), 0) = 0 THEN ${column}
  WHEN json_type(${column}) <> 'array' THEN ${column}
  WHEN EXISTS (SELECT 1 FROM json_each(${column}) s WHERE s.type <> 'object') THEN ${column}
  ELSE (SELECT json_group_array(json(CASE s.value ->> '$.state'
    WHEN 'running' THEN json_set(json_remove(s.value, '$.waits_for'), '$.state', 'uncounted')
    WHEN 'waiting' THEN json_set(json_remove(s.value, '$.waits_for'), '$.state', 'skipped')
    ELSE s.value END)) FROM json_each(${column}) s) END`
/** SQL that ends the steps of a row. @param {string} row */
const endSteps = (row) =>
  ['steps', 'steps_whole', 'steps_told'].map((name) => `${name} = ${ended(`${row}.${name}`)}`).join(', ')

/**
 * The progress of each namespace, as JSON text: `[[namespace, watermark, scan, overdue]]`, where `overdue` lists
 * executions that should no longer be running at the instant `at`, `[[workflow_id, run_id]]`.
 * @param {core.App} app @param {{ namespaces: string[], at: number }} request `at` in seconds since 1970
 */
const states = (app, { namespaces, at }) =>
  text(
    app.db(),
    `SELECT json_group_array(json_array(n.value, coalesce(s.watermark, ''), json(iif(coalesce(s.scan, '') = '', 'null', s.scan)),
       json((SELECT json_group_array(json_array(workflow_id, run_id)) FROM (
         SELECT r.workflow_id, r.run_id FROM pipeline_results r INDEXED BY idx_pipeline_results_running JOIN pipelines p ON p.id = r.pipeline
         WHERE r.namespace = n.value AND r.status = 'running' AND ${seconds('r.started_at')} + ${allowedSeconds} < {:at}
         ORDER BY r.started_at LIMIT ${overdueMax}))))) AS text
     FROM json_each({:namespaces}) n LEFT JOIN scoreboard_namespaces s ON s.namespace = n.value`,
    { namespaces: JSON.stringify(namespaces), at },
  )

/**
 * SQL for the pipeline of the organisation `{:owner}` that an object names, by ids and then by path; NULL for none.
 * @param {string} ids name of the member with ids
 */
const ownedPipeline = (ids) => `coalesce(
      (SELECT p.id FROM json_each(g.value, '$.${ids}') c JOIN pipelines p ON p.id = c.value
        WHERE p.owner = {:owner} ORDER BY c.key LIMIT 1),
      (SELECT p.id FROM pipelines p WHERE p.path = g.value ->> '$.path' AND p.owner = {:owner}))`

/**
 * What is known of workflows of a namespace: `{ watermark, workflows: [[status, 1 if its pipeline exists]] }`, in their
 * order; null if no organisation has the namespace.
 * @param {core.App} app @param {{ namespace: string, workflows: unknown[] }} request
 */
function standing(app, { namespace, workflows }) {
  const owner = text(app.db(), 'SELECT id AS text FROM organizations WHERE canonified_name = {:namespace}', {
    namespace,
  })
  if (owner === '') return null
  return json(
    app.db(),
    `SELECT json_object(
       'watermark', coalesce((SELECT watermark FROM scoreboard_namespaces WHERE namespace = {:namespace}), ''),
       'workflows', json((SELECT json_group_array(json_array(w.status, w.found)) FROM (
         SELECT coalesce((SELECT r.status FROM pipeline_results r WHERE r.workflow_id = g.value ->> '$.workflowId'
             AND r.run_id = g.value ->> '$.runId' AND r.namespace = {:namespace}), '') AS status,
           ${ownedPipeline('ids')} IS NOT NULL AS found
         FROM json_each({:workflows}) g ORDER BY g.key) w))) AS text`,
    { namespace, owner, workflows: JSON.stringify(workflows) },
  )
}

/**
 * Adds executions that the ledger lacks, and ends those that it lists as running; those that have ended there stay as
 * they are. A pipeline of another organisation counts as none, unless the ledger has the execution already. Stores the progress in the same transaction: a
 * `watermark`, or the `scan` to continue. Returns how many were written, and how many belong to no pipeline.
 * @param {core.App} app @param {{ namespace: string, runs: unknown[], progress: { watermark?: string, scan?: unknown }
 * | null }} request
 */
function reconcile(app, { namespace, runs, progress }) {
  const found = { written: 0, orphans: 0 }
  const owner = text(app.db(), 'SELECT id AS text FROM organizations WHERE canonified_name = {:namespace}', {
    namespace,
  })
  // The organisation was deleted meanwhile.
  if (owner === '') return found
  app.runInTransaction((tx) => {
    const db = tx.db()
    const values = { runs: JSON.stringify(runs), namespace, owner }
    const member = (/** @type {string} */ name) => `g.value ->> '$.${name}'`
    const pipeline = `coalesce(${ownedPipeline('pipelines')},
      (SELECT r.pipeline FROM pipeline_results r WHERE r.workflow_id = ${member('workflow_id')}
        AND r.run_id = ${member('run_id')} AND r.namespace = {:namespace}))`
    // A step is recorded before its wallet is asked for anything.
    const unopened = `(${member('counts_unopened')} = 0 AND NOT EXISTS (SELECT 1 FROM pipeline_results r
      WHERE r.workflow_id = ${member('workflow_id')} AND r.run_id = ${member('run_id')} AND r.namespace = {:namespace}
      AND json_array_length(iif(json_valid(r.steps), r.steps, '[]')) > 0))`
    /** @type {Record<string, string>} */
    const unopenedEnd = { status: "'canceled'", infra: '1', reason: "'worker_lost'" }
    const value = (/** @type {string} */ name) =>
      unopenedEnd[name] ? `iif(unopened, ${unopenedEnd[name]}, ${member(name)})` : member(name)
    const columns = [
      'workflow_id',
      'run_id',
      'status',
      'type',
      'started_at',
      'closed_at',
      'duration_ms',
      'infra',
      'reason',
    ]
    const lists = ['runner_ids', 'runner_types', 'entities']
    const texts = ['definition_sha256', 'ci_run_url']
    if (runs.length > 0) {
      found.written = run(
        db,
        `INSERT INTO pipeline_results (owner, namespace, pipeline, ${[...columns, ...lists, ...texts].join(', ')}, created, updated)
         SELECT {:owner}, {:namespace}, found, ${columns.map(value).join(', ')},
           ${lists.map((name) => `g.value -> '$.${name}'`).join(', ')}, ${texts.map(member).join(', ')}, ${now}, ${now}
         FROM (SELECT g.value, ${pipeline} AS found, ${unopened} AS unopened FROM json_each({:runs}) g) g WHERE found IS NOT NULL
         ON CONFLICT (workflow_id, run_id, namespace) DO UPDATE SET status = excluded.status, closed_at = excluded.closed_at,
           duration_ms = excluded.duration_ms, infra = excluded.infra, reason = excluded.reason, updated = excluded.updated, ${endSteps('pipeline_results')}
         WHERE status = 'running'`,
        values,
      )
      found.orphans = json(
        db,
        `SELECT count(*) AS text FROM json_each({:runs}) g WHERE ${pipeline} IS NULL
         AND NOT EXISTS (SELECT 1 FROM pipeline_results r WHERE r.workflow_id = ${member('workflow_id')} AND r.run_id = ${member('run_id')} AND r.namespace = {:namespace})`,
        values,
      )
    }
    if (progress)
      run(
        db,
        `INSERT INTO scoreboard_namespaces (namespace, watermark, scan) VALUES ({:namespace}, {:watermark}, {:scan})
         ON CONFLICT (namespace) DO UPDATE SET scan = excluded.scan,
           watermark = iif(excluded.watermark = '', watermark, excluded.watermark)`,
        { namespace, watermark: progress.watermark ?? '', scan: progress.scan ? JSON.stringify(progress.scan) : '' },
      )
  })
  return found
}

/**
 * Ends executions that the ledger lists as running and Temporal does not know: as `terminated` if their time was over.
 * @param {core.App} app @param {{ namespace: string, runs: [workflowId: string, runId: string][] }} request
 */
const endLost = (app, { namespace, runs }) => ({
  written: run(
    app.nonconcurrentDB(),
    `UPDATE pipeline_results AS r SET status = 'terminated', ${endSteps('r')}, updated = ${now}, duration_ms = 1000 * ${allowedSeconds},
       closed_at = strftime('%Y-%m-%dT%H:%M:%S', substr(r.started_at, 1, 19), ${allowedSeconds} || ' seconds') || substr(r.started_at, 20)
     FROM pipelines p, json_each({:runs}) g
     WHERE p.id = r.pipeline AND r.workflow_id = g.value ->> 0 AND r.run_id = g.value ->> 1 AND r.namespace = {:namespace} AND r.status = 'running'`,
    { namespace, runs: JSON.stringify(runs) },
  ),
})

module.exports = { states, standing, reconcile, endLost }
