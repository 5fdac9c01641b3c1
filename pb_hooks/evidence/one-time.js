// One-time values. The transaction holds the only writing connection, so nothing can change between reading and
// writing.

/**
 * @typedef {{ run: (sql: string, values: unknown[]) => number }} Statements
 * @typedef {{ type: string, kind: string, digest: string, parent: string, row?: unknown[], usable: boolean,
 *   exchange_id: string, session_id: string }} Effect one of `consume`, `grant`, `remember`, `revoke` and `bind`; each
 *   has the members that it needs
 */

const consumption = `UPDATE one_time_values SET consumed_at = {:v0}
  WHERE kind = {:v1} AND digest = {:v2} AND consumed_at = '' AND revoked_at = ''`

const revocation = `UPDATE one_time_values SET revoked_at = {:v0} WHERE kind = {:v1} AND parent = {:v2} AND revoked_at = ''`

/** Whether a value can still be used; `undefined` when there is none. @param {core.App} tx @param {string} kind @param {string} digest @returns {boolean | undefined} */
function readUsable(tx, kind, digest) {
  const rows = /** @type {{ usable: boolean }[]} */ (arrayOf(new DynamicModel({ usable: false })))
  tx.db()
    .newQuery(
      `SELECT consumed_at = '' AND revoked_at = '' AS usable FROM one_time_values WHERE kind = {:kind} AND digest = {:digest}`,
    )
    .bind({ kind, digest })
    .all(rows)
  return rows[0]?.usable
}

/**
 * The effects of one item that come too late, by index: compared with what is stored, and with the item's own earlier
 * effects.
 * @param {core.App} tx @param {Effect[]} effects @returns {number[]}
 */
function lostEffects(tx, effects) {
  /** @type {Map<string, boolean | undefined>} */
  const states = new Map()
  /** @type {number[]} */
  const lost = []
  effects.forEach(({ type, kind, digest, usable }, index) => {
    if (digest === undefined) return
    const key = `${kind} ${digest}`
    if (!states.has(key)) states.set(key, readUsable(tx, kind, digest))
    const state = states.get(key)
    if (type === 'consume') {
      if (state !== true) lost.push(index)
      states.set(key, false)
    } else if (state === undefined) states.set(key, usable)
    else if (type === 'grant') lost.push(index)
  })
  return lost
}

/**
 * Marks a value as used. Returns false when it can no longer be used. @param {Statements} statements @param {Effect}
 * effect @param {string} at
 */
const consumeValue = (statements, { kind, digest }, at) => statements.run(consumption, [at, kind, digest]) === 1

/**
 * Revokes every value of a kind that was derived from a value. @param {Statements} statements @param {Effect} effect
 * @param {string} at
 */
const revokeValues = (statements, { kind, parent }, at) => statements.run(revocation, [at, kind, parent])

module.exports = { lostEffects, readUsable, consumeValue, revokeValues }
