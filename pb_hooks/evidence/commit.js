const { isStoring, readBatch } = require(`${__hooks}/evidence/batch.js`)
const { requireFull } = require(`${__hooks}/evidence/durability.js`)
const { lostEffects, readUsable, storedOf } = require(`${__hooks}/evidence/one-time.js`)
const { stateAfter } = require(`${__hooks}/evidence/state.js`)
const { reworkedValues } = require(`${__hooks}/evidence/workbenches.js`)
const { begin } = require(`${__hooks}/evidence/transaction.js`)
const { requireWriter } = require(`${__hooks}/evidence/writer.js`)

/**
 * @typedef {import('./batch.js').Batch} Batch
 * @typedef {import('./batch.js').Item} Item
 * @typedef {import('./batch.js').Effect} Effect
 * @typedef {import('./transaction.js').Transaction} Transaction
 * @typedef {{ status: 'committed' } | { status: 'lost', effects: number[], alreadyStored: string[] }} Result
 */

const bodyBytesMax = 64 * 1024 * 1024
/** @type {Result} */
const committed = { status: 'committed' }

/**
 * Writes the items of one request in one transaction, in order, each completely or not at all. Returns `{results,
 * state, soleWriter}`, with one result per item: `{status: 'committed'}`, or `{status: 'lost', effects, alreadyStored}`
 * if nothing of it was written, because one-time effects came too late (`effects`, by their place), values assumed to
 * be new were not (`alreadyStored`, their kinds), or storage is not in the state that the item relies on. If an item's
 * first record already exists, an earlier attempt committed it. `state.js` explains `state` and `soleWriter`.
 *
 * Almost always, nothing in a batch exists yet and nothing comes too late. So this first writes everything without
 * reading; if that fails, it rolls back and examines each item before writing it.
 * @param {core.RequestEvent} e
 */
function commitAll(e) {
  requireWriter(e)
  requireFull(e.app)
  try {
    const batch = readBatch(readerToString(e.request?.body, bodyBytesMax))
    return e.json(200, writeAtOnce(e, batch) ?? inTransaction(e, batch, writeWithCare))
  } catch (error) {
    throw apiErrorOf(error)
  }
}

/**
 * The results of the items; `null` if they must be examined one by one.
 * @param {core.RequestEvent} e @param {Batch} batch
 */
function writeAtOnce(e, batch) {
  try {
    return inTransaction(e, batch, (transaction, item, state) => {
      if (wrongAssumptions(transaction, item, state) || !writeItem(transaction, item))
        throw new Error('Not to be written at once.')
      return committed
    })
  } catch {
    // Writing with care runs into the same error again and reports it.
    return null
  }
}

/**
 * @param {core.RequestEvent} e @param {Batch} batch @param {(transaction: Transaction, item: Item, state: string) => Result}
 * write `state`: the state before
 */
function inTransaction(e, { state: known, items, keep }, write) {
  const transaction = begin(e.app, /** @type {http.Request} */ (e.request).context())
  try {
    const { before, state, soleWriter } = stateAfter(e.app, known)
    const results = items.map((item) => write(transaction, item, before))
    if (keep !== '') trimUnbound(transaction.queries(), Number(keep))
    transaction.commit()
    return { results, state, soleWriter }
  } catch (error) {
    transaction.rollback()
    throw error
  }
}

/** @param {Transaction} transaction @param {Item} item @param {string} state @returns {Result} */
function writeWithCare(transaction, item, state) {
  const queries = transaction.queries()
  if (item.table !== '' && exists(queries, item)) return committed
  const wrong = wrongAssumptions(transaction, item, state)
  const lost = lostEffects(queries, item.effects)
  const alreadyStored = storedOf(queries, [
    ...item.effects.filter(isStoring).filter(({ isNew }) => isNew),
    ...item.assumedNewOnly,
  ])
  if (wrong || lost.length > 0 || alreadyStored.length > 0)
    return { status: 'lost', effects: lost, alreadyStored: alreadyStored.map(({ kind }) => kind) }
  writeItem(transaction, item)
  return committed
}

/**
 * True if an item relies on another state, or assumed a value to be new that is not. Values that its effects store are
 * left out: writing them reveals that anyway.
 * @param {Transaction} transaction @param {Item} item @param {string} state
 */
const wrongAssumptions = (transaction, { state: relied, assumedNewOnly }, state) =>
  (relied !== '' && relied !== state) ||
  (assumedNewOnly.length > 0 && storedOf(transaction.queries(), assumedNewOnly).length > 0)

/**
 * Returns false if a value can no longer be used; the item is then half written. Throws if a record already exists.
 * @param {Transaction} transaction @param {Item} item
 */
function writeItem(transaction, { rows, effects, at }) {
  for (const [table, row] of rows) transaction.run(table, row)
  return effects.every((effect) => apply(transaction, effect, at))
}

/** @param {Transaction} transaction @param {Effect} effect @param {string} at @returns {boolean} */
function apply(transaction, effect, at) {
  switch (effect.type) {
    case 'consume':
      return transaction.run('consumption', [at, effect.kind, effect.digest]).rowsAffected() === 1
    case 'require':
      return readUsable(transaction.queries(), effect) === true
    case 'revoke':
      transaction.run('revocation', [at, effect.kind, effect.parent])
      return true
    case 'bind':
      transaction.run('bound_exchange', [effect.session_id, effect.exchange_id])
      transaction.run('bound_findings', [effect.session_id, effect.exchange_id])
      return true
    case 'name':
      transaction.run('campaign_name', [effect.name, effect.campaign_id])
      return true
    case 'number': {
      const { workbench, session_id, at: usedAt, expires_at } = effect
      if (transaction.run('next_number', [usedAt, expires_at, workbench, usedAt]).rowsAffected() !== 1) return false
      transaction.run('session_number', [workbench, session_id, workbench])
      return true
    }
    case 'rework':
      return transaction.run('reworked', reworkedValues(effect)).rowsAffected() === 1
    case 'replace': {
      if (effect.replaces === '0') return transaction.run('standing_values', effect.row).rowsAffected() === 1
      const [kind = '', digest = '', ...others] = effect.row
      const values = [...others, kind, digest, effect.replaces]
      return transaction.run('replacement', values).rowsAffected() === 1
    }
    default:
      transaction.run(effect.type === 'grant' || effect.isNew ? 'one_time_values' : 'value_unless_known', effect.row)
      return true
  }
}

/** True if a record exists. @param {dbx.Builder} queries @param {{ table: string, id: string }} key */
function exists(queries, { table, id }) {
  const rows = arrayOf(new DynamicModel({ id: '' }))
  queries.newQuery(`SELECT id FROM {{${table}}} WHERE id = {:id}`).bind({ id }).all(rows)
  return rows.length > 0
}

/**
 * Deletes exchanges without a session until `keep` are left: the newest ones up to half of `keep`, whoever sent them,
 * and of the older ones the newest of each client in turn. So a flood from one client does not delete what others sent,
 * and many clients' old records take no room from new ones. The first part of `client` is its network
 * (lib/adapters/fair-share.ts).
 * @param {dbx.Builder} queries @param {number} keep
 */
function trimUnbound(queries, keep) {
  const beyond = `SELECT id FROM (
      SELECT id, at, seq, row_number() OVER (ORDER BY at DESC, seq DESC) > {:keep} / 2 AS older, row_number() OVER (
        PARTITION BY substr(client, 1, instr(client || '.', '.') - 1) ORDER BY at DESC, seq DESC) AS place
      FROM exchanges WHERE session_id = '')
    ORDER BY older, place, at DESC, seq DESC LIMIT -1 OFFSET {:keep}`
  for (const table of ['findings', 'exchanges'])
    queries.newQuery(`DELETE FROM ${table} WHERE id IN (${beyond})`).bind({ keep }).execute()
}

/**
 * An invalid row is the caller's mistake (400); anything else means that storage cannot write (503).
 * @param {unknown} error
 */
function apiErrorOf(error) {
  const text = String(error)
  if (error instanceof TypeError || error instanceof SyntaxError || /constraint failed|no such column/i.test(text))
    return new BadRequestError(`Not written: ${text}`)
  return new ApiError(503, `Storage could not write: ${text}`)
}

module.exports = { commitAll }
