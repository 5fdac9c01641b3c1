// Standing values, which are replaced instead of used up: the served release of a list of trusted entities, and the
// sessions that a list alias leads to. Each has a version and is found by the digest of its owner. Only the superuser
// has access. The down migration removes them.
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'standing_values',
        fields: [
          { name: 'kind', type: 'text', required: true, max: 50 },
          { name: 'digest', type: 'text', required: true, max: 100 },
          { name: 'version', type: 'number', required: true, onlyInt: true },
          { name: 'changed_at', type: 'date', required: true },
          { name: 'data', type: 'json', maxSize: 65536 },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_standing_values_digest ON standing_values (kind, digest)',
          'CREATE INDEX idx_standing_values_changed ON standing_values (changed_at)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('standing_values')),
)
