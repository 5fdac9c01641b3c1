const { text, run } = require(`${__hooks}/scoreboard/sql.js`)

/** A value that the installation keeps; '' for none. @param {core.App} app @param {string} name @returns {string} */
const read = (app, name) => text(app.db(), 'SELECT value AS text FROM settings WHERE name = {:name}', { name })

/** @param {core.App} app @param {string} name @param {string} value */
const keep = (app, name, value) =>
  run(
    app.db(),
    'INSERT INTO settings (name, value) VALUES ({:name}, {:value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    { name, value },
  )

/**
 * How the built-in pipelines stand, as JSON text: the revision that was run (0 for none), when they run each day ('' for not at
 * all), and who saved the rows of the scoreboard: `workflow` for our own aggregation, `api` for somebody else, '' for nobody.
 * @param {core.App} app
 */
const builtIn = (app) =>
  text(
    app.db(),
    `SELECT json_object(
       'run_revision', CAST(coalesce((SELECT value FROM settings WHERE name = 'built_in_run_revision'), '0') AS INTEGER),
       'daily_at', coalesce((SELECT value FROM settings WHERE name = 'built_in_daily_at'), ''),
       'saved_by', coalesce((SELECT a.source FROM scoreboard_aggregations a JOIN scoreboard_state s ON s.committed_aggregation = a.id),
         (SELECT iif(committed_aggregation = '', '', 'api') FROM scoreboard_state))) AS text`,
  )

/**
 * Notes that a revision of the built-in pipelines was run. @param {core.App} app @param {{ run_revision: number }} request
 */
function noteBuiltInRun(app, { run_revision }) {
  keep(app, 'built_in_run_revision', String(run_revision))
  return {}
}

/**
 * Keeps when the built-in pipelines run each day, unless that was drawn before; '' forgets it. Returns what holds.
 * @param {core.App} app @param {{ daily_at: string }} request
 */
function drawDaily(app, { daily_at }) {
  let holds = ''
  app.runInTransaction((tx) => {
    holds = daily_at === '' ? '' : read(tx, 'built_in_daily_at') || daily_at
    keep(tx, 'built_in_daily_at', holds)
  })
  return { daily_at: holds }
}

module.exports = { read, keep, builtIn, noteBuiltInRun, drawDaily }
