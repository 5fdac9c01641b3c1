// Values that can be used once, stored as SHA-256. A request uses one up in the transaction that stores its exchange.
migrate(
  (app) => {
    const values = new Collection({
      type: 'base',
      name: 'one_time_values',
      fields: [
        { name: 'kind', type: 'text', required: true, max: 50 },
        { name: 'digest', type: 'text', required: true, max: 100 },
        { name: 'issuer_configuration_id', type: 'text', max: 100 },
        {
          name: 'session_id',
          type: 'relation',
          collectionId: app.findCollectionByNameOrId('issuance_sessions').id,
          maxSelect: 1,
          cascadeDelete: true,
        },
        { name: 'exchange_id', type: 'text', max: 36 },
        { name: 'parent', type: 'text', max: 100 },
        { name: 'expires_at', type: 'date', required: true },
        { name: 'consumed_at', type: 'date' },
        { name: 'revoked_at', type: 'date' },
        { name: 'data', type: 'json', maxSize: 1048576 },
      ],
      indexes: [
        'CREATE UNIQUE INDEX idx_one_time_values_digest ON one_time_values (kind, digest)',
        'CREATE INDEX idx_one_time_values_parent ON one_time_values (parent)',
        'CREATE INDEX idx_one_time_values_session ON one_time_values (session_id)',
        'CREATE INDEX idx_one_time_values_expires ON one_time_values (expires_at)',
      ],
    })
    app.save(values)
  },
  (app) => app.delete(app.findCollectionByNameOrId('one_time_values')),
)
