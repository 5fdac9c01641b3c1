// One record per HTTP exchange, already redacted. Bodies may be 256 KiB on the wire. As JSON they can grow sixfold
// (escapes), so each JSON member may take 2 MiB (request) or 4 MiB (response with its headers).
migrate(
  (app) => {
    const exchanges = new Collection({
      type: 'base',
      name: 'exchanges',
      fields: [
        {
          name: 'id',
          type: 'text',
          system: true,
          primaryKey: true,
          required: true,
          min: 36,
          max: 36,
          pattern: '^[0-9a-f-]{36}$',
        },
        { name: 'seq', type: 'number', onlyInt: true },
        { name: 'at', type: 'date', required: true },
        { name: 'duration_millis', type: 'number' },
        {
          name: 'session_id',
          type: 'relation',
          collectionId: app.findCollectionByNameOrId('issuance_sessions').id,
          maxSelect: 1,
          cascadeDelete: true,
        },
        { name: 'issuer_configuration_id', type: 'text', max: 100 },
        {
          name: 'origin',
          type: 'select',
          required: true,
          maxSelect: 1,
          values: ['wallet', 'user_agent', 'internal', 'operator'],
        },
        { name: 'correlation', type: 'select', required: true, maxSelect: 1, values: ['exact', 'inferred'] },
        { name: 'operation', type: 'text', max: 100 },
        { name: 'method', type: 'text', required: true, max: 1000 },
        { name: 'path', type: 'text', required: true, max: 100000 },
        { name: 'headers', type: 'json', maxSize: 1048576 },
        { name: 'query', type: 'json', maxSize: 1048576 },
        { name: 'body', type: 'json', maxSize: 2097152 },
        { name: 'response', type: 'json', maxSize: 4194304 },
        { name: 'decoded', type: 'json', maxSize: 4194304 },
        { name: 'client', type: 'text', max: 100 },
      ],
      indexes: [
        'CREATE INDEX idx_exchanges_session ON exchanges (session_id, at, seq)',
        'CREATE INDEX idx_exchanges_at ON exchanges (at, seq)',
        'CREATE INDEX idx_exchanges_client ON exchanges (client, at)',
      ],
    })
    app.save(exchanges)
  },
  (app) => app.delete(app.findCollectionByNameOrId('exchanges')),
)
