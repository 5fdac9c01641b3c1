// One-time values of a batch: read once, decided in memory in the order of the items, written as they came to be.
// The transaction holds the only writing connection, so nothing can change between the reading and the writing.

const keyOf = (kind, digest) => `${kind} ${digest}`

/** Reads the present state of every value that the items name. */
function readValues(tx, items) {
  const wanted = []
  for (const item of items) {
    for (const effect of item.effects) {
      if (effect.type === 'consume') wanted.push([effect.kind, effect.digest])
      else if (effect.type === 'grant' || effect.type === 'remember') wanted.push([effect.row.kind, effect.row.digest])
    }
  }
  const usable = new Map()
  if (wanted.length === 0) return usable
  const rows = arrayOf(new DynamicModel({ kind: '', digest: '', usable: false }))
  tx.db()
    .newQuery(
      `SELECT v.kind, v.digest, v.consumed_at = '' AND v.revoked_at = '' AS usable
       FROM json_each({:wanted}) w CROSS JOIN one_time_values v
       WHERE v.kind = w.value ->> 0 AND v.digest = w.value ->> 1`,
    )
    .bind({ wanted: JSON.stringify(wanted) })
    .all(rows)
  for (const row of rows) usable.set(keyOf(row.kind, row.digest), Boolean(row.usable))
  return usable
}

/**
 * Which effects of an item come too late, by index. `usable` maps each known value to whether it can still be used;
 * the item's own effects count for the ones after them.
 */
function lostEffects(effects, usable) {
  const own = new Map()
  const stateOf = (key) => (own.has(key) ? own.get(key) : usable.get(key))
  const lost = []
  effects.forEach((effect, index) => {
    if (effect.type === 'consume') {
      const key = keyOf(effect.kind, effect.digest)
      if (stateOf(key) !== true) lost.push(index)
      own.set(key, false)
    } else if (effect.type === 'grant' || effect.type === 'remember') {
      const key = keyOf(effect.row.kind, effect.row.digest)
      const known = stateOf(key) !== undefined
      if (known && effect.type === 'grant') lost.push(index)
      if (!known) own.set(key, effect.row.consumed_at === '' && effect.row.revoked_at === '')
    }
  })
  return { lost, own }
}

/** Writes the effects of one item that was not lost. `at` is the instant of consumption and revocation. */
function applyEffects(tx, effects, at) {
  for (const effect of effects) {
    if (effect.type === 'consume') {
      run(tx, 'UPDATE one_time_values SET consumed_at = {:at} WHERE kind = {:kind} AND digest = {:digest}', {
        at,
        kind: effect.kind,
        digest: effect.digest,
      })
    } else if (effect.type === 'grant' || effect.type === 'remember') {
      const ignore = effect.type === 'remember' ? 'ON CONFLICT (kind, digest) DO NOTHING' : ''
      run(
        tx,
        `INSERT INTO one_time_values (kind, digest, issuer_configuration_id, session_id, exchange_id, parent, expires_at, consumed_at, revoked_at, data)
         VALUES ({:kind}, {:digest}, {:issuer_configuration_id}, {:session_id}, {:exchange_id}, {:parent}, {:expires_at}, {:consumed_at}, {:revoked_at}, {:data})
         ${ignore}`,
        effect.row,
      )
    } else if (effect.type === 'revoke') {
      run(
        tx,
        `UPDATE one_time_values SET revoked_at = {:at} WHERE parent = {:parent} AND kind = 'access_token' AND revoked_at = ''`,
        { at, parent: effect.parent },
      )
    } else if (effect.type === 'bind') {
      const ids = { session: effect.session_id, exchange: effect.exchange_id }
      run(tx, `UPDATE exchanges SET session_id = {:session} WHERE id = {:exchange} AND session_id = ''`, ids)
      run(tx, `UPDATE findings SET session_id = {:session} WHERE exchange_id = {:exchange} AND session_id = ''`, ids)
    } else {
      throw new BadRequestError(`Unknown effect ${effect.type}.`)
    }
  }
}

function run(tx, sql, values) {
  tx.db().newQuery(sql).bind(values).execute()
}

module.exports = { readValues, lostEffects, applyEffects }
