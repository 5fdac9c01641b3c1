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
 * Writes the items of one request in one transaction, in order, each completely or not at all. Returns `{results,
 * state, alone}`: per item `{status: 'committed'}`, or `{status: 'lost', effects, seen}` when none of it was written,
 * because one-time effects came too late, values of these kinds were not as new as assumed, or storage is not in the
 * state that the item relies on. An item whose first record already exists was committed by an earlier attempt.
 * `state.js` explains `state` and `alone`.
 *
 * Nearly always nothing of a batch exists yet and nothing comes too late. So everything is written without reading
 * first; if that fails, it is rolled back, and each item is examined before it is written.
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

/**
 * The results of the items; `null` when they must be examined one by one. @param {core.App} app @param {Batch} batch
 */
function writeAtOnce(app, batch) {
  try {
    return inTransaction(app, batch, (tx, statements, item, state) => {
      if (wrongAssumptions(tx, item, state) || !writeItem(statements, item))
        throw new Error('Not to be written at once.')
      return { status: 'committed' }
    })
  } catch {
    // The careful way meets the same error again and reports it.
    return null
  }
}

/**
 * @param {core.App} app @param {Batch} batch @param {(tx: core.App, statements: Statements, item: Item, state: string)
 * => Result} write `state`: the state before
 */
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
 * Whether an item relies on another state, or takes for new a value that is not, unless writing it reveals that anyway.
 * @param {core.App} tx @param {Item} item @param {string} state
 */
function wrongAssumptions(tx, { state: relied, unseen, effects }, state) {
  if (relied !== null && relied !== state) return true
  const untold = unseen.filter(
    ([kind, digest]) => !effects.some((effect) => effect.row && effect.kind === kind && effect.digest === digest),
  )
  return seenOf(tx, untold).length > 0
}

/**
 * The kinds of those values that are stored. @param {core.App} tx @param {[kind: string, digest: string][]} values
 * @returns {string[]}
 */
const seenOf = (tx, values) =>
  values.filter(([kind, digest]) => readUsable(tx, kind, digest) !== undefined).map(([kind]) => kind)

/**
 * Returns false when a value can no longer be used; then the item is half written. Throws when a record already exists.
 * @param {Statements} statements @param {Item} item
 */
function writeItem(statements, { rows, effects, at, unseen }) {
  for (const [table, row] of rows) statements.run(insertions[table], row)
  return effects.every((effect, index) => {
    const isSame = (/** @type {{ kind: string, digest: string }} */ { kind, digest }) =>
      kind === effect.kind && digest === effect.digest
    // An item may remember a value twice, e.g. that of a presentation which contains it twice: only the first is new.
    const isNew = unseen.some(([kind, digest]) => isSame({ kind, digest })) && !effects.slice(0, index).some(isSame)
    return apply(statements, effect, at, isNew)
  })
}

/**
 * `isNew`: the value was assumed not to be stored yet. @param {Statements} statements @param {Effect} effect @param
 * {string} at @param {boolean} isNew @returns {boolean}
 */
function apply(statements, effect, at, isNew) {
  const { type, row, exchange_id, session_id } = effect
  if (type === 'consume') return consumeValue(statements, effect, at)
  if (type === 'revoke') revokeValues(statements, effect, at)
  else if (type === 'bind') bindExchange(statements, exchange_id, session_id)
  else statements.run(type === 'grant' || isNew ? insertions.one_time_values : insertionUnlessKnown, row ?? [])
  return true
}

/** Whether a record exists. @param {core.App} tx @param {{ table: string, id: string }} key */
function exists(tx, { table, id }) {
  const rows = arrayOf(new DynamicModel({ id: '' }))
  tx.db().newQuery(`SELECT id FROM {{${table}}} WHERE id = {:id}`).bind({ id }).all(rows)
  return rows.length > 0
}

/**
 * Assigns an exchange without a session to one, with its findings. @param {Statements} statements @param {string}
 * exchange @param {string} session
 */
function bindExchange(statements, exchange, session) {
  for (const table of ['exchanges', 'findings'])
    statements.run(`UPDATE ${table} SET session_id = {:v0} WHERE id = {:v1} AND session_id = ''`, [session, exchange])
}

/** Deletes exchanges without a session, all but the newest `keep`. @param {core.App} tx @param {number} keep */
function trimUnbound(tx, keep) {
  const beyond = `SELECT id FROM exchanges WHERE session_id = '' ORDER BY at DESC, seq DESC LIMIT -1 OFFSET {:keep}`
  for (const table of ['findings', 'exchanges'])
    tx.db().newQuery(`DELETE FROM ${table} WHERE id IN (${beyond})`).bind({ keep }).execute()
}

/**
 * An invalid row is the caller's mistake (400); anything else is storage that cannot write (503). @param {unknown}
 * error
 */
function apiErrorOf(error) {
  const text = String(error)
  if (error instanceof TypeError || error instanceof SyntaxError || /constraint failed|no such column/i.test(text))
    return new BadRequestError(`Not written: ${text}`)
  return new ApiError(503, `Storage could not write: ${text}`)
}

module.exports = { commitAll }
