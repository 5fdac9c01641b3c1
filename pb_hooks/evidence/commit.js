const { readValues, lostEffects, applyEffects } = require(`${__hooks}/evidence/one-time.js`)
const { requireFull } = require(`${__hooks}/evidence/durability.js`)

const bodyBytesMax = 64 * 1024 * 1024

/**
 * Writes the items of one request in one transaction, in order, each whole or not at all.
 * Answers `{results}`: per item `{status: 'committed'}`, or `{status: 'lost', effects}` when a one-time effect came too
 * late and nothing of the item was written. An item whose first record exists already was committed by an earlier try.
 */
function commitAll(e) {
  const request = JSON.parse(readerToString(e.request.body, bodyBytesMax))
  const results = []
  requireFull(e.app)
  try {
    e.app.runInTransaction((tx) => {
      const done = existingIds(tx, request.items)
      let usable = readValues(tx, request.items)
      for (const item of request.items) {
        results.push(commitOne(tx, item, done, usable))
        // Revocation touches values by their parent, which the state in memory does not know.
        if (item.effects.some((effect) => effect.type === 'revoke')) usable = readValues(tx, request.items)
      }
      if (request.trim) trimUnbound(tx, request.trim.keep)
    })
  } catch (error) {
    throw describe(error)
  }
  return e.json(200, { results })
}

function commitOne(tx, item, done, usable) {
  const key = keyRecord(item)
  if (key && done.has(key.id)) return { status: 'committed' }
  const { lost, own } = lostEffects(item.effects, usable)
  if (lost.length > 0) return { status: 'lost', effects: lost }

  if (item.session) insert(tx, 'issuance_sessions', item.session)
  if (item.exchange) insert(tx, 'exchanges', item.exchange)
  if (item.findings) insert(tx, 'findings', item.findings)
  for (const event of item.events) insert(tx, 'events', event)
  applyEffects(tx, item.effects, item.at)

  own.forEach((state, name) => usable.set(name, state))
  if (key) done.add(key.id)
  return { status: 'committed' }
}

/** The record that tells whether an item was written before. */
function keyRecord(item) {
  if (item.exchange) return { table: 'exchanges', id: item.exchange.id }
  if (item.session) return { table: 'issuance_sessions', id: item.session.id }
  if (item.events.length > 0) return { table: 'events', id: item.events[0].id }
  return null
}

function existingIds(tx, items) {
  const wanted = { exchanges: [], issuance_sessions: [], events: [] }
  for (const item of items) {
    const key = keyRecord(item)
    if (key) wanted[key.table].push(key.id)
  }
  const found = new Set()
  for (const table of Object.keys(wanted)) {
    if (wanted[table].length === 0) continue
    const rows = arrayOf(new DynamicModel({ id: '' }))
    tx.db()
      .newQuery(`SELECT t.id FROM json_each({:ids}) w CROSS JOIN ${table} t WHERE t.id = w.value`)
      .bind({ ids: JSON.stringify(wanted[table]) })
      .all(rows)
    for (const row of rows) found.add(row.id)
  }
  return found
}

/** Validation happened before the commit was queued; here it would only cost time. */
function insert(tx, table, row) {
  tx.saveNoValidate(new Record(tx.findCachedCollectionByNameOrId(table), row))
}

/** Forgets exchanges that belong to no session, all but the newest `keep`. */
function trimUnbound(tx, keep) {
  const beyond = `SELECT id FROM exchanges WHERE session_id = '' ORDER BY at DESC, seq DESC LIMIT -1 OFFSET {:keep}`
  tx.db().newQuery(`DELETE FROM findings WHERE exchange_id IN (${beyond})`).bind({ keep }).execute()
  tx.db().newQuery(`DELETE FROM exchanges WHERE id IN (${beyond})`).bind({ keep }).execute()
}

/** A value that does not fit is the caller's mistake (400), anything else is storage that cannot write (503). */
function describe(error) {
  const text = String(error)
  if (error instanceof TypeError || /constraint failed|validation|unique/i.test(text)) return new BadRequestError(`Not written: ${text}`)
  return new ApiError(503, `Storage could not write: ${text}`)
}

module.exports = { commitAll }
