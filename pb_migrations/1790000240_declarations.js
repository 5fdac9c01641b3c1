// Declarations of wallet makers about a wallet and version. None ever changes; the newest one counts. An entered result
// may also name its author and its evidence. The down migration removes all of this.
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'declarations',
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
          { name: 'wallet_digest', type: 'text', max: 64 },
          { name: 'by_operator', type: 'bool' },
          { name: 'tester', type: 'json', maxSize: 2048 },
          { name: 'items', type: 'json', maxSize: 32768 },
          { name: 'created_at', type: 'date', required: true },
        ],
        indexes: [
          'CREATE INDEX idx_declarations_wallet_digest ON declarations (wallet_digest, by_operator, seq)',
          'CREATE INDEX idx_declarations_created ON declarations (created_at)',
        ],
      }),
    )
    const entered = app.findCollectionByNameOrId('entered_results')
    entered.fields.addMarshaledJSON(
      JSON.stringify([
        { name: 'tester', type: 'text', max: 500 },
        { name: 'evidence', type: 'json', maxSize: 65536 },
      ]),
    )
    app.save(entered)
  },
  (app) => {
    const entered = app.findCollectionByNameOrId('entered_results')
    for (const name of ['tester', 'evidence']) entered.fields.removeByName(name)
    app.save(entered)
    app.delete(app.findCollectionByNameOrId('declarations'))
  },
)
