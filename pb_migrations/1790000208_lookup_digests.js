// Looks values from outside up by their SHA-256, because no filter may contain such text: PocketBase evaluates filters
// with the superuser's rights. Existing rows get their digests here, computed as in
// lib/adapters/pocketbase/rows/look-up-digests.ts. The indexes move to the new columns. Campaigns and entered results now
// record whether they came with the operator token. Nobody knows that of existing ones, so they count as made without
// it. The down migration removes the columns and restores the former indexes.
const sessionFields = [
  { name: 'state_digest', type: 'text', max: 64 },
  { name: 'encryption_kid_digest', type: 'text', max: 64 },
]
const walletFields = [
  { name: 'wallet_digest', type: 'text', max: 64 },
  { name: 'by_operator', type: 'bool' },
]

/** @typedef {Parameters<Parameters<typeof migrate>[0]>[0]} App */
/** @typedef {{ fields: { name: string, type: string }[], before: string[], after: string[] }} Change */
/** @type {Record<string, Change>} */
const changes = {
  sessions: {
    fields: sessionFields,
    before: [
      'CREATE INDEX idx_sessions_state ON sessions (state, created_at)',
      'CREATE INDEX idx_sessions_encryption_kid ON sessions (encryption_kid)',
    ],
    after: [
      'CREATE INDEX idx_sessions_state_digest ON sessions (state_digest, created_at)',
      'CREATE INDEX idx_sessions_encryption_kid_digest ON sessions (encryption_kid_digest, created_at)',
    ],
  },
  campaigns: {
    fields: walletFields,
    before: [],
    after: ['CREATE INDEX idx_campaigns_wallet ON campaigns (wallet_digest, by_operator, created_at)'],
  },
  entered_results: {
    fields: walletFields,
    before: ['CREATE INDEX idx_entered_results_wallet ON entered_results (wallet_name, wallet_version, seq)'],
    after: ['CREATE INDEX idx_entered_results_wallet_digest ON entered_results (wallet_digest, by_operator, seq)'],
  },
}
/** How many rows to read and write at once. */
const page = 500

/** @param {string} sql */
const nameOf = (sql) => /INDEX (\w+)/.exec(sql)?.[1] ?? ''

/** @param {App} app @param {string} table @param {string[]} gone @param {string[]} added */
function moveIndexes(app, table, gone, added) {
  const collection = app.findCollectionByNameOrId(table)
  const names = gone.map(nameOf)
  const kept = [...collection.indexes].filter((one) => !names.includes(nameOf(String(one))))
  collection.indexes = /** @type {typeof collection.indexes} */ ([...kept, ...added])
  app.save(collection)
}

/**
 * Stores what `digestsOf` returns for each row with text in one of the columns.
 * @param {App} app @param {{ table: string, read: string[], write: string[] }} place @param {(row: Record<string,
 * string>) => string[]} digestsOf
 */
function backfill(app, { table, read, write }, digestsOf) {
  const wanted = read.map((name) => `${name} != ''`).join(' OR ')
  const set = write.map((name, index) => `${name} = j.value ->> ${index + 1}`).join(', ')
  for (let after = ''; ; ) {
    const model = new DynamicModel(Object.fromEntries(['id', ...read].map((name) => [name, ''])))
    const rows = /** @type {Record<string, string>[]} */ (arrayOf(model))
    app
      .db()
      .newQuery(
        `SELECT id, ${read.join(', ')} FROM ${table} WHERE id > {:after} AND (${wanted}) ORDER BY id LIMIT {:page}`,
      )
      .bind({ after, page })
      .all(rows)
    const digests = JSON.stringify(rows.map((row) => [row.id, ...digestsOf(row)]))
    app
      .db()
      .newQuery(`UPDATE ${table} SET ${set} FROM json_each({:digests}) j WHERE ${table}.id = j.value ->> 0`)
      .bind({ digests })
      .execute()
    if (rows.length < page) return
    after = String(rows[rows.length - 1]?.id)
  }
}

migrate(
  (app) => {
    const digest = (/** @type {string} */ text) => (text === '' ? '' : $security.sha256(text))
    for (const [table, { fields, before }] of Object.entries(changes)) {
      const collection = app.findCollectionByNameOrId(table)
      collection.fields.addMarshaledJSON(JSON.stringify(fields))
      app.save(collection)
      moveIndexes(app, table, before, [])
    }
    backfill(
      app,
      { table: 'sessions', read: ['state', 'encryption_kid'], write: ['state_digest', 'encryption_kid_digest'] },
      ({ state = '', encryption_kid = '' }) => [digest(state), digest(encryption_kid)],
    )
    for (const table of ['campaigns', 'entered_results'])
      backfill(
        app,
        { table, read: ['wallet_name', 'wallet_version'], write: ['wallet_digest'] },
        ({ wallet_name = '', wallet_version = '' }) => [
          $security.sha256($security.sha256(wallet_name) + $security.sha256(wallet_version)),
        ],
      )
    for (const [table, { after }] of Object.entries(changes)) moveIndexes(app, table, [], after)
  },
  (app) => {
    for (const [table, { fields, before, after }] of Object.entries(changes)) {
      moveIndexes(app, table, after, [])
      const collection = app.findCollectionByNameOrId(table)
      for (const { name } of fields) collection.fields.removeByName(name)
      app.save(collection)
      moveIndexes(app, table, [], before)
    }
  },
)
