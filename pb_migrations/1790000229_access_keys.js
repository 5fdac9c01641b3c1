// The encrypted private key of a tester's own access certificate; retention deletes it a day after the session. The
// down migration deletes it, so such a session can no longer sign.
const index = "CREATE INDEX idx_sessions_access_keys ON sessions (expires_at) WHERE sealed_access_key != ''"

migrate(
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.fields.addMarshaledJSON(JSON.stringify([{ name: 'sealed_access_key', type: 'text', max: 5000 }]))
    sessions.indexes = /** @type {typeof sessions.indexes} */ ([...sessions.indexes, index])
    app.save(sessions)
  },
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.removeIndex('idx_sessions_access_keys')
    sessions.fields.removeByName('sealed_access_key')
    app.save(sessions)
  },
)
