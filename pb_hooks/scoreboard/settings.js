const { text, run } = require(`${__hooks}/scoreboard/sql.js`)

/** A stored setting of the installation; '' for none. @param {core.App} app @param {string} name @returns {string} */
const read = (app, name) => text(app.db(), 'SELECT value AS text FROM settings WHERE name = {:name}', { name })

/** @param {core.App} app @param {string} name @param {string} value */
const keep = (app, name, value) =>
  run(
    app.db(),
    'INSERT INTO settings (name, value) VALUES ({:name}, {:value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    { name, value },
  )

/**
 * The state of the built-in pipelines, as JSON text: the revision that was run (0 for none), the time of their daily
 * run ('' for none), and who saved the scoreboard's rows: `workflow` for our own aggregation, `api` for another
 * program, '' for nobody.
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
 * Stores the revision of the built-in pipelines that was run.
 * @param {core.App} app @param {{ run_revision: number }} request
 */
function noteBuiltInRun(app, { run_revision }) {
  keep(app, 'built_in_run_revision', String(run_revision))
  return {}
}

/**
 * Stores the time of the daily run of the built-in pipelines, unless there is one; '' deletes it. Returns the stored
 * time.
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

/**
 * A record to create: its collection, its members, the revision of the built-in records that introduced it, and the
 * relation and collection of its owner.
 * @typedef {[collection: string, members: Record<string, any>, since: number, owner: [relation: string, collection:
 * string] | null]} SeedRecord
 */

/**
 * Creates the built-in records that are newer than this installation's revision, each once, so that deleted records
 * stay deleted. Leaves out records whose owner is gone and records whose name is taken. Always adds missing checks.
 * Returns `{created}`, the number of records.
 * @param {core.App} app @param {{ revision: number, records: SeedRecord[], checks: [string, object][] }} request
 */
function seed(app, { revision, records, checks }) {
  let created = 0
  app.runInTransaction((tx) => {
    run(
      tx.db(),
      `INSERT INTO conformance_checks (path, title, suite_title, url, source)
       SELECT value ->> '$[1].path', value ->> '$[1].title', value ->> '$[1].suite_title', value ->> '$[1].url', value ->> '$[1].source'
       FROM json_each({:checks}) WHERE true ON CONFLICT (path) DO NOTHING`,
      { checks: JSON.stringify(checks) },
    )
    const known = Number(read(tx, 'built_in_revision') || 0)
    if (known >= revision) return
    for (const record of records) {
      const [name, members, since] = record
      if (since <= known || !hasPlace(tx, record)) continue
      tx.save(new Record(tx.findCollectionByNameOrId(name), members))
      created += 1
    }
    keep(tx, 'built_in_revision', String(revision))
  })
  return { created }
}

/** @param {core.App} app @param {SeedRecord} record */
function hasPlace(app, [collection, members, , owner]) {
  const { canonified_name: name } = members
  if (owner === null) return !has(app, `${collection} WHERE canonified_name = {:name}`, { name })
  const [relation, above] = owner
  const id = members[relation]
  return (
    has(app, `${above} WHERE id = {:id}`, { id }) &&
    !has(app, `${collection} WHERE ${relation} = {:id} AND canonified_name = {:name}`, { id, name })
  )
}

/** @param {core.App} app @param {string} rows of SQL, whose names are ours @param {Record<string, string>} values */
const has = (app, rows, values) => text(app.db(), `SELECT '1' AS text FROM ${rows} LIMIT 1`, values) === '1'

module.exports = { read, keep, builtIn, noteBuiltInRun, drawDaily, seed }
