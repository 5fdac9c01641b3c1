const { text, run } = require(`${__hooks}/scoreboard/sql.js`)
const { read, keep } = require(`${__hooks}/scoreboard/settings.js`)

/**
 * A record to create: its collection, its members, the revision of the built-in records that brought it, and the relation that
 * owns it, with the collection of that.
 * @typedef {[collection: string, members: Record<string, any>, since: number, owner: [relation: string, collection: string] | null]} SeedRecord
 */

/**
 * Creates the built-in records that came after the revision that this installation has, once, so that what somebody deleted
 * stays deleted. Leaves out what belongs to a record that is gone, and what has the name of one that somebody made. Always adds
 * missing checks. Returns `{created}`, the number of records.
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

module.exports = { seed }
