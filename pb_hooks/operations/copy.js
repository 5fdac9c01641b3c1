/** @typedef {{ file: string }} CopyRequest the file exists, is empty, and its owner alone may read it */
/** @typedef {{ rows: Record<string, number>, migrations: string[] }} Contents */

/**
 * Writes a copy of the database as it is at one moment, and tells what is in the copy. `VACUUM INTO` reads on a connection
 * of the reading pool: commits go on meanwhile, where PocketBase's own backup holds them up until it is done. SQLite
 * refuses a file that is not empty, so nothing is ever overwritten.
 * @param {core.App} app @param {context.Context} context @param {CopyRequest} request @returns {Contents}
 */
function copyTo(app, context, { file }) {
  // PocketBase would create it readable for others.
  if ($os.stat(file).size() !== 0) throw new BadRequestError(`The file is not empty: ${file}`)
  const database = app.concurrentDB().db()
  const connection = database.conn(context)
  try {
    connection.execContext(context, 'VACUUM INTO ?', file)
    connection.execContext(context, 'ATTACH DATABASE ? AS copy', file)
    try {
      // Only a transaction can be queried by name here; it stays on the connection that knows the copy.
      const tx = connection.beginTx(context, /** @type {never} */ (null))
      try {
        return contentsOf(/** @type {dbx.Builder} */ (app.concurrentDB().wrap(tx)), 'copy')
      } finally {
        tx.rollback()
      }
    } finally {
      connection.execContext(context, 'DETACH DATABASE copy')
    }
  } finally {
    connection.close()
  }
}

/** What SQLite finds wrong with the database (`ok` if nothing), and what is in it. @param {core.App} app */
function inspect(app) {
  const check = new DynamicModel({ quick_check: '' })
  app.db().newQuery('PRAGMA quick_check(1)').one(check)
  return { check: check.quick_check, ...contentsOf(app.db(), 'main') }
}

/**
 * The number of rows of each table, and the migrations of ours that it went through.
 * @param {dbx.Builder} builder @param {'main' | 'copy'} schema @returns {Contents}
 */
function contentsOf(builder, schema) {
  const tables = /** @type {{ name: string }[]} */ (arrayOf(new DynamicModel({ name: '' })))
  builder
    .newQuery(
      `SELECT name FROM ${schema}.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all(tables)
  /** @type {Record<string, number>} */
  const rows = {}
  for (const { name } of tables) {
    const count = new DynamicModel({ rows: 0 })
    builder.newQuery(`SELECT count(*) AS rows FROM ${schema}."${name}"`).one(count)
    rows[name] = count.rows
  }
  return { rows, migrations: migrationsOf(builder, schema) }
}

/** @param {dbx.Builder} builder @param {'main' | 'copy'} schema @returns {string[]} */
function migrationsOf(builder, schema) {
  const applied = /** @type {{ file: string }[]} */ (arrayOf(new DynamicModel({ file: '' })))
  builder.newQuery(`SELECT file FROM ${schema}._migrations WHERE file LIKE '%.js' ORDER BY file`).all(applied)
  return applied.map(({ file }) => file)
}

/** The migrations of ours that the database went through. @param {core.App} app */
const migrated = (app) => ({ migrations: migrationsOf(app.db(), 'main') })

/**
 * Sessions, with how many events and exchanges each has: those of the given ids, or the newest ones.
 * @param {core.App} app @param {{ ids?: readonly string[], newest?: number }} request
 * @returns {{ id: string, kind: string, events: number, exchanges: number }[]}
 */
function sessionsOf(app, { ids, newest = 20 }) {
  const found = /** @type {{ id: string, kind: string, events: number, exchanges: number }[]} */ (
    arrayOf(new DynamicModel({ id: '', kind: '', events: 0, exchanges: 0 }))
  )
  /** @type {Record<string, unknown>} */
  const values = { newest }
  const names = (ids ?? []).slice(0, 100).map((id, place) => {
    values[`id${place}`] = id
    return `{:id${place}}`
  })
  const which = ids === undefined ? '' : `WHERE id IN (${names.join(', ')})`
  app
    .db()
    .newQuery(
      `SELECT id, kind, (SELECT count(*) FROM events WHERE session_id = sessions.id) AS events,
         (SELECT count(*) FROM exchanges WHERE session_id = sessions.id) AS exchanges
       FROM sessions ${which} ORDER BY created_at DESC, id LIMIT {:newest}`,
    )
    .bind(values)
    .all(found)
  return found.map(({ id, kind, events, exchanges }) => ({ id, kind, events, exchanges }))
}

module.exports = { copyTo, inspect, migrated, sessionsOf }
