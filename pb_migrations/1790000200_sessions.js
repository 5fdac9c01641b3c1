// Keeps sessions of both kinds in one collection. Renames the collection of issuance sessions, so that every relation
// to it remains valid, and gives its rows their kind. Presentation sessions have three more columns for lookups, and
// one JSON column for the rest. The down migration keeps issuance sessions, but deletes presentation sessions and
// everything that belongs to them, because the old schema cannot hold them.
const issuanceColumns = [
  'issuer_configuration_id',
  'flow',
  'credential_offer_mode',
  'credential_configuration_id',
  'credential_offer_id',
  'origin',
]
const presentationFields = [
  { name: 'kind', type: 'select', required: true, maxSelect: 1, values: ['issuance', 'presentation'] },
  { name: 'state', type: 'text', max: 1000 },
  { name: 'encryption_kid', type: 'text', max: 100 },
  { name: 'sealed_encryption_key', type: 'text', max: 5000 },
  { name: 'presentation', type: 'json', maxSize: 2097152 },
]

migrate(
  (app) => {
    const sessions = app.findCollectionByNameOrId('issuance_sessions')
    sessions.name = 'sessions'
    for (const name of issuanceColumns) sessions.fields.getByName(name).required = false
    sessions.fields.addMarshaledJSON(JSON.stringify(presentationFields))
    sessions.indexes = /** @type {typeof sessions.indexes} */ ([
      // SQLite uses a partial index only if it can see that it applies, so lookups need an index of their own.
      "CREATE UNIQUE INDEX idx_sessions_one_offer ON sessions (credential_offer_id) WHERE credential_offer_id != ''",
      'CREATE INDEX idx_sessions_offer ON sessions (credential_offer_id)',
      'CREATE INDEX idx_sessions_state ON sessions (state, created_at)',
      'CREATE INDEX idx_sessions_encryption_kid ON sessions (encryption_kid)',
      'CREATE INDEX idx_sessions_created ON sessions (created_at)',
      "CREATE INDEX idx_sessions_keys ON sessions (expires_at) WHERE sealed_encryption_key != ''",
    ])
    app.save(sessions)
    app.db().newQuery("UPDATE sessions SET kind = 'issuance'").execute()
  },
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    for (const table of ['findings', 'events', 'one_time_values', 'exchanges'])
      run(`DELETE FROM ${table} WHERE session_id IN (SELECT id FROM sessions WHERE kind = 'presentation')`)
    run("DELETE FROM sessions WHERE kind = 'presentation'")

    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.name = 'issuance_sessions'
    for (const name of issuanceColumns) sessions.fields.getByName(name).required = true
    for (const { name } of presentationFields) sessions.fields.removeByName(name)
    sessions.indexes = /** @type {typeof sessions.indexes} */ ([
      'CREATE UNIQUE INDEX idx_issuance_sessions_offer ON issuance_sessions (credential_offer_id)',
      'CREATE INDEX idx_issuance_sessions_created ON issuance_sessions (created_at)',
    ])
    app.save(sessions)
  },
)
