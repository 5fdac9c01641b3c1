// Results that people enter for an official case, for one wallet and version. An entry is written once and never
// changed; a later one for the same case replaces it. Only the superuser has access. The down migration removes them.
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'entered_results',
        fields: [
          {
            name: 'id',
            type: 'text',
            system: true,
            primaryKey: true,
            required: true,
            min: 36,
            max: 36,
            pattern: '^[0-9a-f-]+$',
          },
          { name: 'seq', type: 'number', onlyInt: true },
          { name: 'wallet_name', type: 'text', required: true, max: 100 },
          { name: 'wallet_version', type: 'text', required: true, max: 100 },
          { name: 'case_id', type: 'text', required: true, max: 200 },
          {
            name: 'result',
            type: 'select',
            required: true,
            maxSelect: 1,
            values: ['passed', 'failed', 'not_applicable', 'withdrawn'],
          },
          { name: 'note', type: 'text', max: 2000 },
          { name: 'created_at', type: 'date', required: true },
        ],
        indexes: [
          'CREATE INDEX idx_entered_results_wallet ON entered_results (wallet_name, wallet_version, seq)',
          'CREATE INDEX idx_entered_results_created ON entered_results (created_at)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('entered_results')),
)
