const { forgetStatements } = require(`${__hooks}/evidence/transaction.js`)

/**
 * Makes every commit reach the disk before it is acknowledged, so that it survives a power loss. `synchronous` belongs
 * to a connection, and PocketBase closes its writing connection after three idle minutes; the next one would start with
 * NORMAL. So the connection is kept open, and each commit sets it again.
 * @param {core.App} app
 */
function keepDurable(app) {
  forgetStatements(app)
  writing(app).setConnMaxIdleTime(0)
  requireFull(app)
}

/**
 * Sets `synchronous=FULL` on the writing connection. Must be called outside a transaction, where SQLite would ignore
 * it. @param {core.App} app
 */
function requireFull(app) {
  writing(app).exec('PRAGMA synchronous=FULL')
}

/** The pool that has the writing connection. @param {core.App} app */
const writing = (app) => app.nonconcurrentDB().db()

/** The settings inside a transaction: `synchronous` 2 is FULL; `journal_mode` must be wal. @param {core.App} app */
function durability(app) {
  const synchronous = new DynamicModel({ synchronous: 0 })
  const journal = new DynamicModel({ journal_mode: '' })
  app.runInTransaction((tx) => {
    tx.db().newQuery('PRAGMA synchronous').one(synchronous)
    tx.db().newQuery('PRAGMA journal_mode').one(journal)
  })
  return { synchronous: synchronous.synchronous, journalMode: journal.journal_mode }
}

module.exports = { keepDurable, requireFull, durability }
