// Digital Credentials API state of a session, and the encrypted private keys of its entries; retention deletes the keys
// a day after the session. The down migration deletes both, and leaves such a session as one with a link.
const index = "CREATE INDEX idx_sessions_entry_keys ON sessions (expires_at) WHERE sealed_entry_keys != ''"

migrate(
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.fields.addMarshaledJSON(
      JSON.stringify([
        { name: 'dc_api', type: 'json', maxSize: 4194304 },
        { name: 'sealed_entry_keys', type: 'text', max: 20000 },
      ]),
    )
    sessions.indexes = /** @type {typeof sessions.indexes} */ ([...sessions.indexes, index])
    app.save(sessions)
  },
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.removeIndex('idx_sessions_entry_keys')
    for (const name of ['dc_api', 'sealed_entry_keys']) sessions.fields.removeByName(name)
    app.save(sessions)
  },
)
