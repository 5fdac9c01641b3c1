// Values that stand until they are replaced, each with the number of its version, under the digest of what it belongs
// to: which release of a list of trusted entities is served, and which sessions an alias of lists leads to. Only the
// superuser has access. The down migration removes them.
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
