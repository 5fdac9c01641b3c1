// The history of a pipeline's numbers: one record for each day on which they changed, written together with the rows.
// Visible to anyone who may see the pipeline's row by name. Filters across back relations are refused
// (1790000106_guarded_filters.js).
migrate(
  (app) => {
    const unguarded = ['filter', 'sort']
      .map((name) => `(@request.query.${name}:isset = false || (@request.query.${name} !~ "_via_"))`)
      .join(' && ')
    const named =
      'pipeline.published = true && pipeline.scoreboard_visibility != "hidden" && pipeline.scoreboard_visibility != "anonymous"'
    const rule = `${unguarded} && (${named})`
    app.save(
      new Collection({
        type: 'base',
        name: 'scoreboard_history',
        listRule: rule,
        viewRule: rule,
        fields: [
          {
            name: 'pipeline',
            type: 'relation',
            required: true,
            collectionId: app.findCollectionByNameOrId('pipelines').id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'day', type: 'text', required: true, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
          { name: 'total_runs', type: 'number', onlyInt: true, min: 0 },
          { name: 'total_successes', type: 'number', onlyInt: true, min: 0 },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_scoreboard_history_pipeline ON scoreboard_history (pipeline, day)',
          'CREATE INDEX idx_scoreboard_history_day ON scoreboard_history (day)',
        ],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('scoreboard_history'))
  },
)
