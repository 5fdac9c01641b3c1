const { run } = require(`${__hooks}/scoreboard/sql.js`)

/**
 * Creates all built-in records if the first of them does not exist, and none otherwise, so that what somebody deleted
 * later stays deleted. `records` and `checks` are pairs of collection and members. Always adds missing checks. Returns
 * `{created}`.
 * @param {core.App} app @param {{ records: [[string, { id: string }], ...[string, object][]], checks: [string,
 * object][] }} request
 */
function seed(app, { records, checks }) {
  let created = false
  app.runInTransaction((tx) => {
    run(
      tx.db(),
      `INSERT INTO conformance_checks (path, title, suite_title, url, source)
       SELECT value ->> '$[1].path', value ->> '$[1].title', value ->> '$[1].suite_title', value ->> '$[1].url', value ->> '$[1].source'
       FROM json_each({:checks}) WHERE true ON CONFLICT (path) DO NOTHING`,
      { checks: JSON.stringify(checks) },
    )
    const [collection, { id }] = records[0]
    try {
      tx.findRecordById(collection, id)
      return
    } catch {
      // Not found: a fresh installation.
    }
    for (const [name, members] of records) tx.save(new Record(tx.findCollectionByNameOrId(name), members))
    created = true
  })
  return { created }
}

module.exports = { seed }
