/** @typedef {{ file: string, withKeys?: boolean }} CopyRequest the file exists, is empty, and its owner alone may read it */
/** @typedef {{ rows: Record<string, number>, migrations: string[] }} Contents */

/**
 * Writes a consistent copy of the database and reports its contents. `VACUUM INTO` reads on a connection of the reading
 * pool, so commits continue meanwhile; PocketBase's own backup blocks them until it is done. SQLite refuses a file that
 * is not empty, so nothing is ever overwritten. Without keys, the copy holds none of PocketBase's own secrets.
 * @param {core.App} app @param {context.Context} context @param {CopyRequest} request @returns {Contents}
 */
function copyTo(app, context, { file, withKeys = false }) {
  // PocketBase would create it readable for others.
  if ($os.stat(file).size() !== 0) throw new BadRequestError(`The file is not empty: ${file}`)
  const database = app.concurrentDB().db()
  const connection = database.conn(context)
  try {
    connection.execContext(context, 'VACUUM INTO ?', file)
    connection.execContext(context, 'ATTACH DATABASE ? AS copy', file)
    try {
      // Overwrite replaced content with zeros, and leave none in a journal beside the copy.
      connection.execContext(context, 'PRAGMA copy.secure_delete = ON')
      connection.execContext(context, 'PRAGMA copy.journal_mode = MEMORY')
      // Only a transaction takes named parameters here; it stays on the connection that has the copy attached.
      const tx = connection.beginTx(context, /** @type {never} */ (null))
      try {
        const builder = /** @type {dbx.Builder} */ (app.concurrentDB().wrap(tx))
        if (!withKeys) blankSecrets(builder)
        const contents = contentsOf(builder, 'copy')
        tx.commit()
        return contents
      } catch (error) {
        tx.rollback()
        throw error
      }
    } finally {
      connection.execContext(context, 'DETACH DATABASE copy')
    }
  } finally {
    connection.close()
  }
}

/** Token secrets, in the options of each auth collection. */
const TOKENS = ['authToken', 'passwordResetToken', 'emailChangeToken', 'verificationToken', 'fileToken']

/**
 * Removes PocketBase's own secrets from the copy, because they would give access to the live database. Those that
 * PocketBase requires are replaced by random ones; the next start saves its superuser again.
 * @param {dbx.Builder} builder
 */
function blankSecrets(builder) {
  const run = (/** @type {string} */ statement) => builder.newQuery(statement).execute()
  const random = 'lower(hex(randomblob(25)))'
  const accounts = /** @type {{ name: string }[]} */ (arrayOf(new DynamicModel({ name: '' })))
  builder.newQuery(`SELECT name FROM copy._collections WHERE type = 'auth' ORDER BY name`).all(accounts)
  for (const { name } of accounts) run(`UPDATE copy."${name}" SET tokenKey = ${random}, password = ''`)
  run('DELETE FROM copy._superusers')
  run('DELETE FROM copy._otps')
  const secrets = TOKENS.map((token) => `'$.${token}.secret', ${random}`).join(', ')
  // PocketBase refuses a provider without its secret.
  run(
    `UPDATE copy._collections SET options = json_set(options, ${secrets}, '$.oauth2.enabled', json('false'), '$.oauth2.providers', json('[]'))
     WHERE type = 'auth'`,
  )
  run(
    `UPDATE copy._params SET value = json_replace(value, '$.smtp.password', '', '$.s3.secret', '', '$.backups.s3.secret', '')
     WHERE id = 'settings' AND json_valid(value)`,
  )
}

/** SQLite's integrity report (`ok` if nothing is wrong), and the contents. @param {core.App} app */
function inspect(app) {
  const check = new DynamicModel({ quick_check: '' })
  app.db().newQuery('PRAGMA quick_check(1)').one(check)
  return { check: check.quick_check, ...contentsOf(app.db(), 'main') }
}

/**
 * The number of rows of each table, and our migrations that were applied.
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

/** @param {core.App} app */
const migrated = (app) => ({ migrations: migrationsOf(app.db(), 'main') })

/**
 * Sessions with their numbers of events and exchanges: those with the given ids, or the newest ones.
 * @param {core.App} app @param {{ ids?: readonly string[], newest?: number }} request @returns {{ id: string, kind:
 * string, events: number, exchanges: number }[]}
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
