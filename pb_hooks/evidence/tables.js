// How rows become records: the columns of each table, with those that hold JSON apart. A row travels as JSON text and
// SQLite takes it apart; a batch costs one statement per table, whatever its size.

const tables = {
  sessions: {
    plain: [
      'id',
      'kind',
      'issuer_configuration_id',
      'flow',
      'credential_offer_mode',
      'credential_configuration_id',
      'credential_offer_id',
      'origin',
      'state',
      'encryption_kid',
      'sealed_encryption_key',
      'created_at',
      'expires_at',
    ],
    json: ['options', 'presentation'],
  },
  exchanges: {
    plain: [
      'id',
      'seq',
      'at',
      'duration_millis',
      'session_id',
      'issuer_configuration_id',
      'origin',
      'correlation',
      'operation',
      'method',
      'path',
      'client',
    ],
    json: ['headers', 'query', 'body', 'response', 'decoded'],
  },
  findings: { plain: ['id', 'exchange_id', 'session_id'], json: ['results'] },
  events: { plain: ['id', 'seq', 'at', 'session_id', 'exchange_id', 'type'], json: ['detail'] },
  one_time_values: {
    plain: [
      'kind',
      'digest',
      'issuer_configuration_id',
      'session_id',
      'exchange_id',
      'parent',
      'expires_at',
      'consumed_at',
      'revoked_at',
    ],
    json: ['data'],
  },
}

/** Inserts rows, each the JSON text of an object with every column of the table. A row that exists already is an error. */
function insertRows(tx, table, rows) {
  if (rows.length === 0) return
  const { plain, json } = tables[table]
  const columns = [...plain, ...json].map((name) => `"${name}"`).join(', ')
  const values = [...plain.map((name) => `value ->> '$.${name}'`), ...json.map((name) => `value -> '$.${name}'`)].join(', ')
  tx.db()
    .newQuery(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each({:rows})`)
    .bind({ rows: `[${rows.join(',')}]` })
    .execute()
}

module.exports = { insertRows }
