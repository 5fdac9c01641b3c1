const { json, text, run, now } = require(`${__hooks}/scoreboard/sql.js`)

/**
 * A pipeline with its owner's namespace; `null` if the id is unknown.
 * @param {core.App} app @param {{ id: string }} request
 */
function describePipeline(app, { id }) {
  return json(
    app.db(),
    `SELECT json_object('id', p.id, 'path', p.path, 'name', p.name, 'namespace', o.canonified_name, 'ready', iif(o.namespace_state = 'ready', json('true'), json('false')),
       'published', iif(p.published, json('true'), json('false')), 'definition', json(iif(coalesce(p.definition, '') = '', 'null', p.definition))) AS text
     FROM pipelines p JOIN organizations o ON o.id = p.owner WHERE p.id = {:id}`,
    { id },
  )
}

/**
 * An execution with all its steps and the results of its external steps; `null` if the id is unknown.
 * @param {core.App} app @param {{ id: string }} request
 */
function describeExecution(app, { id }) {
  return json(
    app.db(),
    `SELECT json_object('id', r.id, 'pipeline', r.pipeline, 'pipeline_path', p.path, 'pipeline_name', p.name, 'namespace', r.namespace,
       'workflow_id', r.workflow_id, 'run_id', r.run_id, 'status', r.status, 'type', r.type, 'started_at', r.started_at, 'closed_at', r.closed_at,
       'infra', iif(r.infra, json('true'), json('false')), 'reason', coalesce(r.reason, ''),
       'steps', json(CASE WHEN coalesce(r.steps_whole, 'null') NOT IN ('', 'null') THEN r.steps_whole WHEN coalesce(r.steps, '') = '' THEN 'null' ELSE r.steps END)) AS text
     FROM pipeline_results r JOIN pipelines p ON p.id = r.pipeline WHERE r.id = {:id}`,
    { id },
  )
}

/**
 * A step may have the name of a member of `Object.prototype`.
 * @param {Record<string, { passed: boolean, summary: string }> | null} results @param {string} step
 */
const resultOf = (results, step) => (results !== null && Object.hasOwn(results, step) ? results[step] : null)

/**
 * Stores the result of an external step unless there is one. Returns `given`, `same` or `other`; `ended` if the
 * execution has ended without it; `unknown` if there is no such execution or step.
 * @param {core.App} app @param {{ id: string, step: string, passed: boolean, summary: string }} request
 */
function giveResult(app, { id, step, passed, summary }) {
  let outcome = 'unknown'
  app.runInTransaction((tx) => {
    const found = json(
      tx.db(),
      `SELECT json_object('status', status, 'results', json(iif(coalesce(results, '') IN ('', 'null'), '{}', results))) AS text
       FROM pipeline_results WHERE id = {:id}`,
      { id },
    )
    if (!found) return
    const known = resultOf(found.results, step)
    if (known) {
      outcome = known.passed === passed && known.summary === summary ? 'same' : 'other'
      return
    }
    if (found.status !== 'running') {
      outcome = 'ended'
      return
    }
    run(tx.db(), `UPDATE pipeline_results SET results = {:results}, updated = ${now} WHERE id = {:id}`, {
      id,
      results: JSON.stringify({ ...found.results, [step]: { passed, summary } }),
    })
    outcome = 'given'
  })
  return { outcome }
}

/**
 * SQL for the row of one of our runs. Its workflow id names its pipeline, so that a row that another organisation has
 * reported under the same ids is not taken for it.
 */
const ofRun =
  "workflow_id = {:workflow} AND run_id = {:run} AND substr({:workflow}, 1, 10 + length(pipeline)) = 'pipeline-' || pipeline || '-'"

/**
 * The result of a run's external step; `null` if it has none yet.
 * @param {core.App} app @param {{ workflow_id: string, run_id: string, step: string }} request
 */
function readResult(app, { workflow_id, run_id, step }) {
  const results = json(
    app.db(),
    `SELECT iif(coalesce(results, '') IN ('', 'null'), '{}', results) AS text FROM pipeline_results
     WHERE ${ofRun}`,
    { workflow: workflow_id, run: run_id },
  )
  return resultOf(results, step)
}

/**
 * The runners, entities and definition digest of a run; `null` if the ledger has no such run.
 * @param {core.App} app @param {{ workflow_id: string, run_id: string }} request
 */
function runMembers(app, { workflow_id, run_id }) {
  const list = (/** @type {string} */ name) => `json(iif(json_valid(${name}), ${name}, 'null'))`
  return json(
    app.db(),
    `SELECT json_object('runner_ids', ${list('runner_ids')}, 'runner_types', ${list('runner_types')}, 'entities', ${list('entities')},
       'definition_sha256', coalesce(definition_sha256, '')) AS text
     FROM pipeline_results WHERE ${ofRun}`,
    { workflow: workflow_id, run: run_id },
  )
}

/**
 * Writes a pipeline's only schedule.
 * @param {core.App} app @param {{ pipeline: string, every_seconds: number, daily_at: string, paused: boolean,
 * next_run_at: string }} request
 */
function keepSchedule(app, { pipeline, ...members }) {
  app.runInTransaction((tx) => {
    const known = json(tx.db(), 'SELECT json_quote(id) AS text FROM pipeline_schedules WHERE pipeline = {:pipeline}', {
      pipeline,
    })
    const schedule = known
      ? tx.findRecordById('pipeline_schedules', known)
      : new Record(tx.findCollectionByNameOrId('pipeline_schedules'), { pipeline })
    for (const [name, value] of Object.entries(members)) schedule.set(name, value)
    tx.save(schedule)
  })
  return {}
}

/**
 * Stores when a schedule is next due, unless it was changed or deleted meanwhile.
 * @param {core.App} app @param {{ pipeline: string, every_seconds: number, daily_at: string, paused: boolean,
 * next_run_at: string }} request
 */
const noteNextRun = (app, { next_run_at, ...schedule }) => ({
  noted:
    run(
      app.nonconcurrentDB(),
      `UPDATE pipeline_schedules SET next_run_at = replace({:next}, 'T', ' '), updated = ${now}
       WHERE pipeline = {:pipeline} AND every_seconds = {:every_seconds} AND daily_at = {:daily_at} AND paused = {:paused}`,
      { ...schedule, next: next_run_at },
    ) > 0,
})

/** @param {core.App} app @param {{ pipeline: string }} request @returns whether there was one */
function dropSchedule(app, { pipeline }) {
  return { dropped: run(app.db(), 'DELETE FROM pipeline_schedules WHERE pipeline = {:pipeline}', { pipeline }) > 0 }
}

/**
 * Every schedule, or one pipeline's, with the namespace that it runs in.
 * @param {core.App} app @param {{ pipeline: string }} request
 */
function schedules(app, { pipeline }) {
  return json(
    app.db(),
    `SELECT json_group_array(json_object('pipeline', s.pipeline, 'namespace', o.canonified_name, 'every_seconds', s.every_seconds,
       'daily_at', s.daily_at, 'paused', iif(s.paused, json('true'), json('false')), 'next_run_at', s.next_run_at)) AS text
     FROM pipeline_schedules s JOIN pipelines p ON p.id = s.pipeline JOIN organizations o ON o.id = p.owner
     WHERE {:pipeline} = '' OR s.pipeline = {:pipeline}`,
    { pipeline },
  )
}

/**
 * The number of running executions by what they wait for, as decided by `waitingFor` in
 * lib/core/scoreboard/pipelines/fold-run.ts: a worker until the ledger has a step, then whatever the running step
 * names.
 * @param {core.App} app
 */
function waitingRuns(app) {
  const steps =
    "CASE WHEN coalesce(steps_whole, 'null') NOT IN ('', 'null') THEN steps_whole WHEN coalesce(steps, '') IN ('', 'null') THEN '[]' ELSE steps END"
  return json(
    app.db(),
    `SELECT json_object('worker', coalesce(sum(waits = 'worker'), 0), 'wallet', coalesce(sum(waits = 'wallet'), 0), 'result', coalesce(sum(waits = 'result'), 0)) AS text
     FROM (SELECT iif(json_array_length(steps) = 0, 'worker',
         (SELECT json_extract(s.value, '$.waits_for') FROM json_each(steps) s WHERE json_extract(s.value, '$.state') = 'running' LIMIT 1)) AS waits
       FROM (SELECT ${steps} AS steps FROM pipeline_results WHERE status = 'running'))`,
  )
}

/**
 * Whether everybody may read the evidence of a session: an ended execution names it, and its pipeline is published with
 * public evidence. `pipeline` restricts this to one pipeline, if the session's creator named one, and `organization` to
 * those of one; otherwise they are empty.
 * @param {core.App} app @param {{ session_id: string, pipeline: string, organization: string }} request
 */
const showsSession = (app, { session_id, pipeline, organization }) => ({
  shown:
    text(
      app.db(),
      `SELECT '1' AS text FROM execution_sessions s JOIN pipeline_results r ON r.id = s.result JOIN pipelines p ON p.id = r.pipeline
       WHERE s.session_id = {:session_id} AND r.status <> 'running' AND p.published AND p.evidence_public
         AND ({:pipeline} = '' OR p.id = {:pipeline}) AND ({:organization} = '' OR p.owner = {:organization}) LIMIT 1`,
      { session_id, pipeline, organization },
    ) === '1',
})

module.exports = {
  showsSession,
  describePipeline,
  describeExecution,
  giveResult,
  readResult,
  runMembers,
  keepSchedule,
  noteNextRun,
  dropSchedule,
  schedules,
  waitingRuns,
}
