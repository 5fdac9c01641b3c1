const { readUsable, judgeEffects, consumeValues, revokeValues } = require(`${__hooks}/evidence/one-time.js`)
const { requireFull } = require(`${__hooks}/evidence/durability.js`)
const { insertRows } = require(`${__hooks}/evidence/tables.js`)

/**
 * @typedef {import('./tables.js').Table} Table
 * @typedef {import('./one-time.js').Effect} Effect
 * @typedef {{ exchange_id: string, session_id: string }} Binding
 * @typedef {{ key?: { table: Table, id: string }, at: string, rows: [Table, string][], effects: Effect[] }} Item
 * @typedef {{ status: 'committed' } | { status: 'lost', effects: number[] }} Result
 */

const bodyBytesMax = 64 * 1024 * 1024

/**
 * Writes the items of one request in one transaction, in order, each whole or not at all.
 * Answers `{results}`: per item `{status: 'committed'}`, or `{status: 'lost', effects}` when a one-time effect came too
 * late and nothing of the item was written. An item whose first record exists already was committed by an earlier try.
 * @param {core.RequestEvent} e
 */
function commitAll(e) {
  /** @type {{ items: Item[], trim?: { keep: number } }} */
  const request = JSON.parse(readerToString(e.request?.body, bodyBytesMax))
  /** @type {Result[]} */
  let results = []
  requireFull(e.app)
  try {
    e.app.runInTransaction((tx) => {
      results = writeItems(tx, request.items)
      if (request.trim) trimUnbound(tx, request.trim.keep)
    })
  } catch (error) {
    throw apiErrorOf(error)
  }
  return e.json(200, { results })
}

/** @param {core.App} tx @param {Item[]} items @returns {Result[]} */
function writeItems(tx, items) {
  const done = existingKeys(tx, items)
  let usable = readUsable(tx, items)
  const pending = pendingWrites(tx)
  /** @param {Item} item @returns {Result} */
  const write = (item) => {
    const name = item.key && `${item.key.table} ${item.key.id}`
    if (name && done.has(name)) return { status: 'committed' }
    const { lost, changes, fresh } = judgeEffects(item.effects, usable)
    if (lost.length > 0) return { status: 'lost', effects: lost }

    pending.add(item, fresh)
    for (const [key, state] of changes) usable.set(key, state)
    if (name) done.add(name)
    const revocations = item.effects.filter((effect) => effect.type === 'revoke')
    if (revocations.length > 0) {
      // Revocation finds its values by their parent, so what came before it has to be there, and what it did be seen.
      pending.flush()
      for (const revocation of revocations) revokeValues(tx, revocation, item.at)
      usable = readUsable(tx, items)
    }
    return { status: 'committed' }
  }
  const results = items.map(write)
  pending.flush()
  return results
}

/** Collects rows of several items, so that a batch needs one statement per table. @param {core.App} tx */
function pendingWrites(tx) {
  const order = /** @type {const} */ (['sessions', 'exchanges', 'findings', 'events', 'one_time_values'])
  /** @returns {Record<Table, string[]>} */
  const none = () => ({ sessions: [], exchanges: [], findings: [], events: [], one_time_values: [] })
  let rows = none()
  /** @type {string[][]} */
  let consumed = []
  /** @type {Binding[]} */
  let bound = []
  return {
    /** @param {Item} item @param {string[]} fresh rows of values that do not exist yet */
    add(item, fresh) {
      for (const [table, row] of item.rows) rows[table].push(row)
      rows.one_time_values.push(...fresh)
      for (const effect of item.effects) {
        if (effect.type === 'consume') consumed.push([effect.kind, effect.digest, item.at])
        else if (effect.type === 'bind') bound.push(effect)
      }
    },
    flush() {
      for (const table of order) insertRows(tx, table, rows[table])
      consumeValues(tx, consumed)
      for (const { exchange_id, session_id } of bound) bindExchange(tx, exchange_id, session_id)
      rows = none()
      consumed = []
      bound = []
    },
  }
}

/** Which of the items were written before: each names the record by which that can be told, if it has one. @param {core.App} tx @param {Item[]} items */
function existingKeys(tx, items) {
  /** @type {Map<Table, string[]>} */
  const ids = new Map()
  for (const { key } of items) if (key) ids.set(key.table, [...(ids.get(key.table) || []), key.id])
  const found = new Set()
  for (const [table, wanted] of ids) {
    const rows = arrayOf(new DynamicModel({ id: '' }))
    tx.db()
      .newQuery(`SELECT t.id FROM json_each({:ids}) w CROSS JOIN {{${table}}} t WHERE t.id = w.value`)
      .bind({ ids: JSON.stringify(wanted) })
      .all(rows)
    for (const row of rows) found.add(`${table} ${row.id}`)
  }
  return found
}

/** Gives an exchange that has no session to one, with its findings. @param {core.App} tx @param {string} exchange @param {string} session */
function bindExchange(tx, exchange, session) {
  for (const table of ['exchanges', 'findings'])
    tx.db()
      .newQuery(`UPDATE ${table} SET session_id = {:session} WHERE id = {:exchange} AND session_id = ''`)
      .bind({ session, exchange })
      .execute()
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
  if (error instanceof TypeError || /constraint failed|no such column|malformed JSON/i.test(text))
    return new BadRequestError(`Not written: ${text}`)
  return new ApiError(503, `Storage could not write: ${text}`)
}

module.exports = { commitAll }
