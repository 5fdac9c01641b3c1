// One-time values of a batch are read once and decided in memory, in the order of the items. The transaction holds the
// only writing connection, so nothing can change between the reading and the writing.

/**
 * @typedef {{ type: string, kind: string, digest: string, parent: string, usable: boolean, row: string, exchange_id: string,
 *   session_id: string }} Effect one of `consume`, `grant`, `remember`, `revoke` and `bind`; each has the members that it needs
 */

/** @param {{ kind: string, digest: string }} value */
const keyOf = ({ kind, digest }) => `${kind} ${digest}`

/** Whether each value that the items name can still be used; values that do not exist are absent. @param {core.App} tx @param {{ effects: Effect[] }[]} items */
function readUsable(tx, items) {
  const wanted = []
  for (const item of items)
    for (const effect of item.effects) if (effect.digest !== undefined) wanted.push([effect.kind, effect.digest])
  /** @type {Map<string, boolean>} */
  const usable = new Map()
  if (wanted.length === 0) return usable
  const rows = /** @type {{ kind: string, digest: string, usable: boolean }[]} */ (
    arrayOf(new DynamicModel({ kind: '', digest: '', usable: false }))
  )
  tx.db()
    .newQuery(
      `SELECT v.kind, v.digest, v.consumed_at = '' AND v.revoked_at = '' AS usable
       FROM json_each({:wanted}) w CROSS JOIN one_time_values v
       WHERE v.kind = w.value ->> 0 AND v.digest = w.value ->> 1`,
    )
    .bind({ wanted: JSON.stringify(wanted) })
    .all(rows)
  for (const row of rows) usable.set(keyOf(row), row.usable)
  return usable
}

/**
 * Judges the effects of one item against `usable` and against the item's own earlier effects.
 * `lost`: indices of those that come too late. `changes`: what becomes of `usable` when the item is written.
 * `fresh`: rows of values that do not exist yet and are to be inserted.
 * @param {Effect[]} effects @param {Map<string, boolean>} usable
 */
function judgeEffects(effects, usable) {
  /** @type {Map<string, boolean>} */
  const changes = new Map()
  const stateOf = (/** @type {string} */ key) => (changes.has(key) ? changes.get(key) : usable.get(key))
  /** @type {number[]} */
  const lost = []
  /** @type {string[]} */
  const fresh = []
  effects.forEach((effect, index) => {
    if (effect.digest === undefined) return
    const key = keyOf(effect)
    const state = stateOf(key)
    if (effect.type === 'consume') {
      if (state !== true) lost.push(index)
      changes.set(key, false)
    } else if (state === undefined) {
      fresh.push(effect.row)
      changes.set(key, effect.usable)
    } else if (effect.type === 'grant') {
      lost.push(index)
    }
  })
  return { lost, changes, fresh }
}

/** Marks values as used. `consumed`: lists of kind, digest and instant. @param {core.App} tx @param {string[][]} consumed */
function consumeValues(tx, consumed) {
  if (consumed.length === 0) return
  tx.db()
    .newQuery(
      `UPDATE one_time_values SET consumed_at = w.value ->> 2 FROM json_each({:consumed}) w
       WHERE kind = w.value ->> 0 AND digest = w.value ->> 1`,
    )
    .bind({ consumed: JSON.stringify(consumed) })
    .execute()
}

/** Revokes every value of a kind that came from a value. @param {core.App} tx @param {Effect} effect @param {string} at */
function revokeValues(tx, { kind, parent }, at) {
  tx.db()
    .newQuery(
      `UPDATE one_time_values SET revoked_at = {:at} WHERE parent = {:parent} AND kind = {:kind} AND revoked_at = ''`,
    )
    .bind({ at, kind, parent })
    .execute()
}

module.exports = { readUsable, judgeEffects, consumeValues, revokeValues }
