// The issuer that a session has for itself: its id, until when it is served, its options and certificates. Existing
// sessions have none. The down migration forgets it, so that sessions with a laboratory are left with its id alone.
migrate(
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.fields.addMarshaledJSON(JSON.stringify([{ name: 'laboratory', type: 'json', maxSize: 262144 }]))
    app.save(sessions)
  },
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.fields.removeByName('laboratory')
    app.save(sessions)
  },
)
