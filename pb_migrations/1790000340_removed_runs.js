// Which sessions of a wallet's campaigns retention deleted: one row for each preset, so that an official case can say that
// its evidence was removed. The wallet is a digest. A row is itself deleted once the session would be twice as old as
// sessions may be. Only the superuser has access. The down migration forgets it.
migrate(
  (app) =>
    app.save(
      new Collection({
        type: 'base',
        name: 'removed_runs',
        fields: [
          { name: 'wallet_digest', type: 'text', required: true, max: 64 },
          { name: 'by_operator', type: 'bool' },
          { name: 'preset', type: 'text', required: true, max: 200 },
          { name: 'created_at', type: 'date', required: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_removed_runs_wallet_digest ON removed_runs (wallet_digest, by_operator, preset)',
          'CREATE INDEX idx_removed_runs_created ON removed_runs (created_at)',
        ],
      }),
    ),
  (app) => app.delete(app.findCollectionByNameOrId('removed_runs')),
)
