const { statements } = require(`${__hooks}/evidence/tables.js`)

/** @typedef {keyof typeof statements} Name of a statement */
/** @typedef {(...values: string[]) => sql.Result} Statement runs with these values */
/** @typedef {ReturnType<typeof begin>} Transaction */

/** The key under which a prepared statement is kept while this server runs. @param {string} name */
const keyOf = (name) => `evidence_statement_${name}`

/** Forgets the prepared statements, because the database is being reopened. @param {core.App} app */
function forgetStatements(app) {
  for (const name of Object.keys(statements)) app.store().remove(keyOf(name))
}

/**
 * Begins a transaction on the writing connection. Uses Go's database/sql, where statements stay prepared across
 * transactions and take values by position; PocketBase's query builder would search each SQL text for parameter names
 * and take values by name. The transaction must be committed or rolled back. If neither happens, because PocketBase
 * recovers from a panic, the end of the request rolls it back.
 * @param {core.App} app @param {context.Context} context the request's
 */
function begin(app, context) {
  const builder = app.nonconcurrentDB()
  const database = builder.db()
  const store = app.store()
  const tx = database.beginTx(context, null)
  /** @type {Partial<Record<Name, Statement>>} */
  const open = {}
  /** @type {Name[]} */
  const unkept = []
  let ended = false

  /** @param {Name} name @returns {Statement} */
  const openStatement = (name) => {
    const kept = store.get(keyOf(name))
    if (!kept) unkept.push(name)
    // Looking up a method of a Go value takes as long as running a short statement.
    const { exec } = kept ? tx.stmt(kept) : tx.prepare(statements[name])
    open[name] = exec
    return exec
  }

  return {
    /** Runs a statement. @param {Name} name @param {string[]} values */
    run: (name, values) => (open[name] ?? openStatement(name)).apply(undefined, values),
    /** Queries within the transaction. */
    queries: () => /** @type {dbx.Builder} */ (builder.wrap(tx)),
    commit() {
      ended = true
      tx.commit()
      try {
        // Prepare only now: until the commit, the transaction holds the only writing connection, and this would wait
        // for it forever.
        for (const name of unkept) store.set(keyOf(name), database.prepare(statements[name]))
      } catch {
        // The commit has succeeded. The next transaction tries again to prepare them.
      }
    },
    /** Does nothing after `commit`, which ends the transaction even if it fails. */
    rollback() {
      if (!ended) tx.rollback()
    },
  }
}

module.exports = { begin, forgetStatements }
