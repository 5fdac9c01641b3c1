const { readUsable, judgeEffects, consumeValues, revokeValues } = require(`${__hooks}/evidence/one-time.js`)
const { requireFull } = require(`${__hooks}/evidence/durability.js`)
const { insertRows } = require(`${__hooks}/evidence/tables.js`)

const bodyBytesMax = 64 * 1024 * 1024

/**
 * Writes the items of one request in one transaction, in order, each whole or not at all.
 * Answers `{results}`: per item `{status: 'committed'}`, or `{status: 'lost', effects}` when a one-time effect came too
 * late and nothing of the item was written. An item whose first record exists already was committed by an earlier try.
 */
function commitAll(e) {
  const request = JSON.parse(readerToString(e.request.body, bodyBytesMax))
  let results = []
  requireFull(e.app)
  try {
    e.app.runInTransaction((tx) => {
      results = writeItems(tx, request.items)
      if (request.trim) trimUnbound(tx, request.trim.keep)
    })
  } catch (error) {
    throw describe(error)
  }
  return e.json(200, { results })
}

function writeItems(tx, items) {
  const done = existingKeys(tx, items)
  let usable = readUsable(tx, items)
  const pending = pendingWrites(tx)
  const results = items.map((item) => {
    const name = item.key && `${item.key.table} ${item.key.id}`
    if (name && done.has(name)) return { status: 'committed' }
    const { lost, changes, fresh } = judgeEffects(item.effects, usable)
    if (lost.length > 0) return { status: 'lost', effects: lost }

    pending.add(item, fresh)
    changes.forEach((state, key) => usable.set(key, state))
    if (name) done.add(name)
    const revocations = item.effects.filter((effect) => effect.type === 'revoke')
    if (revocations.length > 0) {
      // Revocation finds its values by their parent, so what came before it has to be there, and what it did be seen.
      pending.flush()
      for (const revocation of revocations) revokeValues(tx, revocation, item.at)
      usable = readUsable(tx, items)
    }
    return { status: 'committed' }
  })
  pending.flush()
  return results
}

/** Collects rows of several items, so that a batch needs one statement per table. */
function pendingWrites(tx) {
  const order = ['sessions', 'exchanges', 'findings', 'events', 'one_time_values']
  let rows = {}
  let consumed = []
  let bound = []
  const clear = () => {
    for (const table of order) rows[table] = []
    consumed = []
    bound = []
  }
  clear()
  return {
    add(item, fresh) {
      for (const [table, row] of item.rows) rows[table].push(row)
      for (const index of fresh) rows.one_time_values.push(item.effects[index].row)
      for (const effect of item.effects) {
        if (effect.type === 'consume') consumed.push([effect.kind, effect.digest, item.at])
        else if (effect.type === 'bind') bound.push(effect)
      }
    },
    flush() {
      for (const table of order) insertRows(tx, table, rows[table])
      consumeValues(tx, consumed)
      for (const { exchange_id, session_id } of bound) bindExchange(tx, exchange_id, session_id)
      clear()
    },
  }
}

/** Which of the items were written before: each names the record by which that can be told, if it has one. */
function existingKeys(tx, items) {
  const ids = {}
  for (const { key } of items) if (key) (ids[key.table] = ids[key.table] || []).push(key.id)
  const found = new Set()
  for (const table of Object.keys(ids)) {
    const rows = arrayOf(new DynamicModel({ id: '' }))
    tx.db()
      .newQuery(`SELECT t.id FROM json_each({:ids}) w CROSS JOIN {{${table}}} t WHERE t.id = w.value`)
      .bind({ ids: JSON.stringify(ids[table]) })
      .all(rows)
    for (const row of rows) found.add(`${table} ${row.id}`)
  }
  return found
}

/** Gives an exchange that has no session to one, with its findings. */
function bindExchange(tx, exchange, session) {
  for (const table of ['exchanges', 'findings'])
    tx.db()
      .newQuery(`UPDATE ${table} SET session_id = {:session} WHERE id = {:exchange} AND session_id = ''`)
      .bind({ session, exchange })
      .execute()
}

/** Forgets exchanges that belong to no session, all but the newest `keep`. */
function trimUnbound(tx, keep) {
  const beyond = `SELECT id FROM exchanges WHERE session_id = '' ORDER BY at DESC, seq DESC LIMIT -1 OFFSET {:keep}`
  for (const table of ['findings', 'exchanges'])
    tx.db().newQuery(`DELETE FROM ${table} WHERE id IN (${beyond})`).bind({ keep }).execute()
}

/** A row that does not fit is the caller's mistake (400); anything else is storage that cannot write (503). */
function describe(error) {
  const text = String(error)
  if (error instanceof TypeError || /constraint failed|no such column|malformed JSON/i.test(text)) return new BadRequestError(`Not written: ${text}`)
  return new ApiError(503, `Storage could not write: ${text}`)
}

module.exports = { commitAll }
