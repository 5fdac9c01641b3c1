// What happened in a session. Only appended to, never edited.
migrate(
  (app) => {
    const events = new Collection({
      type: 'base',
      name: 'events',
      fields: [
        {
          name: 'id',
          type: 'text',
          system: true,
          primaryKey: true,
          required: true,
          min: 1,
          max: 100,
          pattern: '^[0-9a-z-]+$',
        },
        { name: 'seq', type: 'number', onlyInt: true },
        { name: 'at', type: 'date', required: true },
        {
          name: 'session_id',
          type: 'relation',
          required: true,
          collectionId: app.findCollectionByNameOrId('issuance_sessions').id,
          maxSelect: 1,
          cascadeDelete: true,
        },
        { name: 'exchange_id', type: 'text', max: 36 },
        { name: 'type', type: 'text', required: true, max: 100 },
        { name: 'detail', type: 'json', maxSize: 1048576 },
      ],
      indexes: ['CREATE INDEX idx_events_session ON events (session_id, at, seq)'],
    })
    app.save(events)
  },
  (app) => app.delete(app.findCollectionByNameOrId('events')),
)
