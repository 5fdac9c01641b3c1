const { readBatch } = require(`${__hooks}/evidence/batch.js`)
const { requireFull } = require(`${__hooks}/evidence/durability.js`)
const { lostEffects, consumeValue, revokeValues } = require(`${__hooks}/evidence/one-time.js`)
const { openStatements, insertions, insertionUnlessKnown } = require(`${__hooks}/evidence/tables.js`)

/**
 * @typedef {import('./batch.js').Batch} Batch
 * @typedef {import('./batch.js').Item} Item
 * @typedef {import('./one-time.js').Effect} Effect
 * @typedef {ReturnType<typeof openStatements>} Statements
 * @typedef {{ status: 'committed' } | { status: 'lost', effects: number[] }} Result
 */

const bodyBytesMax = 64 * 1024 * 1024

/**
 * Writes the items of one request in one transaction, in order, each whole or not at all.
 * Answers `{results}`: per item `{status: 'committed'}`, or `{status: 'lost', effects}` when a one-time effect came too
 * late and nothing of the item was written. An item whose first record exists already was committed by an earlier try.
 *
 * Nearly always nothing of a batch is there yet and nothing comes too late. So everything is written without a look
 * first; where that does not work, nothing of it stays, and each item is looked at before it is written.
 * @param {core.RequestEvent} e
 */
function commitAll(e) {
  requireFull(e.app)
  try {
    const batch = readBatch(readerToString(e.request?.body, bodyBytesMax))
    return e.json(200, { results: writeAtOnce(e.app, batch) ?? inTransaction(e.app, batch, writeWithCare) })
  } catch (error) {
    throw apiErrorOf(error)
  }
}

/** What became of the items; `null` when they have to be looked at one by one. @param {core.App} app @param {Batch} batch @returns {Result[] | null} */
function writeAtOnce(app, batch) {
  try {
    return inTransaction(app, batch, (_tx, statements, item) => {
      if (!writeItem(statements, item)) throw new Error('A value cannot be used any more.')
      return { status: 'committed' }
    })
  } catch {
    // Whatever it was, the careful way meets it again and says so.
    return null
  }
}

/** @param {core.App} app @param {Batch} batch @param {(tx: core.App, statements: Statements, item: Item) => Result} write @returns {Result[]} */
function inTransaction(app, { items, trim }, write) {
  /** @type {Result[]} */
  let results = []
  app.runInTransaction((tx) => {
    const statements = openStatements(tx)
    try {
      results = items.map((item) => write(tx, statements, item))
    } finally {
      statements.close()
    }
    if (trim) trimUnbound(tx, trim.keep)
  })
  return results
}

/** @param {core.App} tx @param {Statements} statements @param {Item} item @returns {Result} */
function writeWithCare(tx, statements, item) {
  if (item.key && exists(tx, item.key)) return { status: 'committed' }
  const lost = lostEffects(tx, item.effects)
  if (lost.length > 0) return { status: 'lost', effects: lost }
  writeItem(statements, item)
  return { status: 'committed' }
}

/** Answers false when a value cannot be used any more; then the item is half written. Throws when a record exists already. @param {Statements} statements @param {Item} item */
function writeItem(statements, { rows, effects, at }) {
  for (const [table, row] of rows) statements.run(insertions[table], row)
  return effects.every((effect) => apply(statements, effect, at))
}

/** @param {Statements} statements @param {Effect} effect @param {string} at @returns {boolean} */
function apply(statements, effect, at) {
  const { type, row, exchange_id, session_id } = effect
  if (type === 'consume') return consumeValue(statements, effect, at)
  if (type === 'revoke') revokeValues(statements, effect, at)
  else if (type === 'bind') bindExchange(statements, exchange_id, session_id)
  else statements.run(type === 'grant' ? insertions.one_time_values : insertionUnlessKnown, row ?? [])
  return true
}

/** Whether a record is there. @param {core.App} tx @param {{ table: string, id: string }} key */
function exists(tx, { table, id }) {
  const rows = arrayOf(new DynamicModel({ id: '' }))
  tx.db().newQuery(`SELECT id FROM {{${table}}} WHERE id = {:id}`).bind({ id }).all(rows)
  return rows.length > 0
}

/** Gives an exchange that has no session to one, with its findings. @param {Statements} statements @param {string} exchange @param {string} session */
function bindExchange(statements, exchange, session) {
  for (const table of ['exchanges', 'findings'])
    statements.run(`UPDATE ${table} SET session_id = {:v0} WHERE id = {:v1} AND session_id = ''`, [session, exchange])
}

/** Forgets exchanges that belong to no session, all but the newest `keep`. @param {core.App} tx @param {number} keep */
function trimUnbound(tx, keep) {
  const beyond = `SELECT id FROM exchanges WHERE session_id = '' ORDER BY at DESC, seq DESC LIMIT -1 OFFSET {:keep}`
  for (const table of ['findings', 'exchanges'])
    tx.db().newQuery(`DELETE FROM ${table} WHERE id IN (${beyond})`).bind({ keep }).execute()
}

/** A row that does not fit is the caller's mistake (400); anything else is storage that cannot write (503). @param {unknown} error */
function apiErrorOf(error) {
  const text = String(error)
  if (error instanceof TypeError || error instanceof SyntaxError || /constraint failed|no such column/i.test(text))
    return new BadRequestError(`Not written: ${text}`)
  return new ApiError(503, `Storage could not write: ${text}`)
}

module.exports = { commitAll }
