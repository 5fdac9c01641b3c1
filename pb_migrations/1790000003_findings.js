// What the checks found in one exchange: one record per exchange, with the exchange's id.
migrate(
  (app) => {
    const findings = new Collection({
      type: 'base',
      name: 'findings',
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
        {
          name: 'exchange_id',
          type: 'relation',
          required: true,
          collectionId: app.findCollectionByNameOrId('exchanges').id,
          maxSelect: 1,
          cascadeDelete: true,
        },
        {
          name: 'session_id',
          type: 'relation',
          collectionId: app.findCollectionByNameOrId('issuance_sessions').id,
          maxSelect: 1,
          cascadeDelete: true,
        },
        { name: 'results', type: 'json', maxSize: 4194304 },
      ],
      indexes: [
        'CREATE UNIQUE INDEX idx_findings_exchange ON findings (exchange_id)',
        'CREATE INDEX idx_findings_session ON findings (session_id)',
      ],
    })
    app.save(findings)
  },
  (app) => app.delete(app.findCollectionByNameOrId('findings')),
)
