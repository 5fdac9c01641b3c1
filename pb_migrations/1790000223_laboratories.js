// The laboratory of a session: its id, its end, its options and certificates. Existing sessions have none. The down
// migration deletes it, and leaves such sessions with its id alone.
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
