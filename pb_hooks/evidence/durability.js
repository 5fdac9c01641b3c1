const { version } = require(`${__hooks}/version.json`)
const { forgetStatements } = require(`${__hooks}/evidence/transaction.js`)

/**
 * Makes every commit reach the disk before it is acknowledged, so that it survives a power loss. `synchronous` belongs
 * to a connection, and PocketBase closes its writing connection after three idle minutes; the next one would start with
 * NORMAL. So this keeps the connection open, and each commit sets it again.
 * @param {core.App} app
 */
function keepDurable(app) {
  forgetStatements(app)
  writing(app).setConnMaxIdleTime(0)
  requireFull(app)
  saveTime(app)
}

/**
 * Settings of the writing connection that cost only memory or disk. If the connection is ever replaced, commits merely
 * take longer.
 * @param {core.App} app
 */
function saveTime(app) {
  // In nearly every commit SQLite walks the connection's whole cache, which PocketBase sets to 32 MB: to sort the pages
  // of an index, it gives one of them a temporary number far beyond the last page, and dropping that number walks the
  // cache.
  writing(app).exec('PRAGMA cache_size=-8000')
  // Copy pages into the database after 16 MB of log instead of 4, so that a page changed by many commits is copied
  // once.
  writing(app).exec('PRAGMA wal_autocheckpoint=4000')
}

/**
 * Sets `synchronous=FULL` on the writing connection. Must be called outside a transaction, where SQLite would ignore
 * it. @param {core.App} app
 */
function requireFull(app) {
  writing(app).exec('PRAGMA synchronous=FULL')
}

/** The pool with the writing connection. @param {core.App} app */
const writing = (app) => app.nonconcurrentDB().db()

/**
 * The settings inside a transaction: `synchronous` 2 is FULL; `journal_mode` must be wal. With the version of the hooks, which
 * the service compares with its own. @param {core.App} app
 */
function durability(app) {
  const synchronous = new DynamicModel({ synchronous: 0 })
  const journal = new DynamicModel({ journal_mode: '' })
  app.runInTransaction((tx) => {
    tx.db().newQuery('PRAGMA synchronous').one(synchronous)
    tx.db().newQuery('PRAGMA journal_mode').one(journal)
  })
  return { synchronous: synchronous.synchronous, journalMode: journal.journal_mode, hooks: version }
}

module.exports = { keepDurable, requireFull, durability }
