// Results of ended campaign sessions, each as one packed text, so that a restart need not judge them again. `key`
// identifies the code and the settings that judged; the counts are those of the session's rows at that time. A row can
// be recomputed, and is deleted with its session. Only the superuser has access. The down migration removes them.
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'kept_results',
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
          {
            name: 'session_id',
            type: 'relation',
            required: true,
            collectionId: app.findCollectionByNameOrId('sessions').id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'key', type: 'text', required: true, max: 100 },
          { name: 'events', type: 'number', onlyInt: true },
          { name: 'exchanges', type: 'number', onlyInt: true },
          { name: 'findings', type: 'number', onlyInt: true },
          { name: 'result', type: 'text', max: 1048576 },
        ],
        indexes: ['CREATE INDEX idx_kept_results_session ON kept_results (session_id)'],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('kept_results')),
)
