// What the last aggregation's runs tell of wallets: one record for each wallet and version, written together with the
// rows. Only public pipelines and wallets are in it. Filters across back relations are refused
// (1790000106_guarded_filters.js).
migrate(
  (app) => {
    const unguarded = ['filter', 'sort']
      .map((name) => `(@request.query.${name}:isset = false || (@request.query.${name} !~ "_via_"))`)
      .join(' && ')
    const rule = `${unguarded} && (wallet.published = true)`
    /** @param {string} name */
    const id = (name) => app.findCollectionByNameOrId(name).id
    app.save(
      new Collection({
        type: 'base',
        name: 'wallet_capabilities_cache',
        listRule: rule,
        viewRule: rule,
        fields: [
          {
            name: 'wallet',
            type: 'relation',
            required: true,
            collectionId: id('wallets'),
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'version', type: 'relation', collectionId: id('wallet_versions'), maxSelect: 1, cascadeDelete: true },
          { name: 'capabilities', type: 'json', maxSize: 4096 },
          { name: 'last_runs', type: 'json', maxSize: 4096 },
          { name: 'runs', type: 'number', onlyInt: true, min: 0 },
          { name: 'last_execution_date', type: 'date' },
        ],
        indexes: ['CREATE UNIQUE INDEX idx_wallet_capabilities ON wallet_capabilities_cache (wallet, version)'],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('wallet_capabilities_cache'))
  },
)
