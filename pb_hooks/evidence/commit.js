const { readBatch } = require(`${__hooks}/evidence/batch.js`)
const { requireFull } = require(`${__hooks}/evidence/durability.js`)
const { lostEffects, readUsable, consumeValue, revokeValues } = require(`${__hooks}/evidence/one-time.js`)
const { stateAfter } = require(`${__hooks}/evidence/state.js`)
const { openStatements, insertions, insertionUnlessKnown } = require(`${__hooks}/evidence/tables.js`)

/**
 * @typedef {import('./batch.js').Batch} Batch
 * @typedef {import('./batch.js').Item} Item
 * @typedef {import('./one-time.js').Effect} Effect
 * @typedef {ReturnType<typeof openStatements>} Statements
 * @typedef {{ status: 'committed' } | { status: 'lost', effects: number[], seen: string[] }} Result
 */

const bodyBytesMax = 64 * 1024 * 1024

/**
 * Writes the items of one request in one transaction, in order, each whole or not at all.
 * Answers `{results, state, alone}`: per item `{status: 'committed'}`, or `{status: 'lost', effects, seen}` when nothing of
 * it was written, because one-time effects came too late, values of these kinds were not as new as it took them for, or
 * storage is not in the state that it relies on. An item whose first record exists already was committed by an earlier
 * try. What `state` and `alone` are: `state.js`.
 *
 * Nearly always nothing of a batch is there yet and nothing comes too late. So everything is written without a look
 * first; where that does not work, nothing of it stays, and each item is looked at before it is written.
 * @param {core.RequestEvent} e
 */
function commitAll(e) {
  requireFull(e.app)
  try {
    const batch = readBatch(readerToString(e.request?.body, bodyBytesMax))
    return e.json(200, writeAtOnce(e.app, batch) ?? inTransaction(e.app, batch, writeWithCare))
  } catch (error) {
    throw apiErrorOf(error)
  }
}

/** What became of the items; `null` when they have to be looked at one by one. @param {core.App} app @param {Batch} batch */
function writeAtOnce(app, batch) {
  try {
    return inTransaction(app, batch, (tx, statements, item, state) => {
      if (wrongAssumptions(tx, item, state) || !writeItem(statements, item))
        throw new Error('Not to be written at once.')
      return { status: 'committed' }
    })
  } catch {
    // Whatever it was, the careful way meets it again and says so.
    return null
  }
}

/** @param {core.App} app @param {Batch} batch @param {(tx: core.App, statements: Statements, item: Item, state: string) => Result} write `state`: that of before */
function inTransaction(app, { state: known, items, trim }, write) {
  /** @type {Result[]} */
  let results = []
  let told = { before: '', state: '', alone: false }
  app.runInTransaction((tx) => {
    const statements = openStatements(tx)
    try {
      told = stateAfter(tx, known)
      results = items.map((item) => write(tx, statements, item, told.before))
    } finally {
      statements.close()
    }
    if (trim) trimUnbound(tx, trim.keep)
  })
  return { results, state: told.state, alone: told.alone }
}

/** @param {core.App} tx @param {Statements} statements @param {Item} item @param {string} state @returns {Result} */
function writeWithCare(tx, statements, item, state) {
  if (item.key && exists(tx, item.key)) return { status: 'committed' }
  const wrong = wrongAssumptions(tx, item, state)
  const lost = lostEffects(tx, item.effects)
  const seen = seenOf(tx, item.unseen)
  if (wrong || lost.length > 0 || seen.length > 0) return { status: 'lost', effects: lost, seen }
  writeItem(statements, item)
  return { status: 'committed' }
}

/**
 * True when an item relies on another state, or takes a value for new that is not, as far as writing it does not show that
 * anyway.
 * @param {core.App} tx @param {Item} item @param {string} state
 */
function wrongAssumptions(tx, { state: relied, unseen, effects }, state) {
  if (relied !== null && relied !== state) return true
  const untold = unseen.filter(
    ([kind, digest]) => !effects.some((effect) => effect.row && effect.kind === kind && effect.digest === digest),
  )
  return seenOf(tx, untold).length > 0
}

/** Kinds of those values that are stored. @param {core.App} tx @param {[kind: string, digest: string][]} values @returns {string[]} */
const seenOf = (tx, values) =>
  values.filter(([kind, digest]) => readUsable(tx, kind, digest) !== undefined).map(([kind]) => kind)

/** Answers false when a value cannot be used any more; then the item is half written. Throws when a record exists already. @param {Statements} statements @param {Item} item */
function writeItem(statements, { rows, effects, at, unseen }) {
  for (const [table, row] of rows) statements.run(insertions[table], row)
  return effects.every((effect, index) => {
    const isSame = (/** @type {{ kind: string, digest: string }} */ { kind, digest }) =>
      kind === effect.kind && digest === effect.digest
    // An item may remember a value twice, as that of a presentation which occurs in it twice: only the first is new.
    const isNew = unseen.some(([kind, digest]) => isSame({ kind, digest })) && !effects.slice(0, index).some(isSame)
    return apply(statements, effect, at, isNew)
  })
}

/** `isNew`: the value was taken for one that nobody has stored. @param {Statements} statements @param {Effect} effect @param {string} at @param {boolean} isNew @returns {boolean} */
function apply(statements, effect, at, isNew) {
  const { type, row, exchange_id, session_id } = effect
  if (type === 'consume') return consumeValue(statements, effect, at)
  if (type === 'revoke') revokeValues(statements, effect, at)
  else if (type === 'bind') bindExchange(statements, exchange_id, session_id)
  else statements.run(type === 'grant' || isNew ? insertions.one_time_values : insertionUnlessKnown, row ?? [])
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
