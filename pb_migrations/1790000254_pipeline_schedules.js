// The schedules of pipelines, at most one each. Temporal runs them; these records restore them if Temporal loses its
// data, and hold the time of the next run.
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'pipeline_schedules',
        fields: [
          {
            name: 'pipeline',
            type: 'relation',
            required: true,
            collectionId: app.findCollectionByNameOrId('pipelines').id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'every_seconds', type: 'number', onlyInt: true, min: 0 },
          { name: 'daily_at', type: 'text', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
          { name: 'paused', type: 'bool' },
          { name: 'next_run_at', type: 'date' },
          { name: 'created', type: 'autodate', onCreate: true },
          { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_pipeline_schedules_pipeline ON pipeline_schedules (pipeline)',
          'CREATE INDEX idx_pipeline_schedules_next ON pipeline_schedules (next_run_at)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('pipeline_schedules')),
)
