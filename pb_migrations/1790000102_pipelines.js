// Pipelines, and the execution ledger: one record per execution, the source of all statistics. `started_at` has nine
// fractional digits and ends in Z, so that text sorts like instants. Columns that name entities or runners are hidden,
// because these may be private even if the pipeline is public.
migrate(
  (app) => {
    const organizations = app.findCollectionByNameOrId('organizations').id
    /** @param {string} owner */
    const member = (owner) =>
      `(@request.auth.id != "" && ${owner}.org_members_via_organization.user ?= @request.auth.id)`
    const pipelines = new Collection({
      type: 'base',
      name: 'pipelines',
      listRule: `published = true || ${member('owner')}`,
      viewRule: `published = true || ${member('owner')}`,
      fields: [
        { name: 'name', type: 'text', required: true, max: 200 },
        {
          name: 'canonified_name',
          type: 'text',
          required: true,
          max: 200,
          pattern: '^[\\p{L}\\p{N}]+(-[\\p{L}\\p{N}]+)*$',
        },
        { name: 'path', type: 'text', required: true, max: 700 },
        {
          name: 'owner',
          type: 'relation',
          required: true,
          collectionId: organizations,
          maxSelect: 1,
          cascadeDelete: true,
        },
        { name: 'published', type: 'bool' },
        { name: 'description', type: 'text', max: 5000 },
        { name: 'definition', type: 'json', maxSize: 262144 },
        // Empty means the first value.
        {
          name: 'scoreboard_visibility',
          type: 'select',
          maxSelect: 1,
          values: ['follow_published', 'anonymous', 'hidden'],
        },
        { name: 'manual', type: 'bool' },
        { name: 'created', type: 'autodate', onCreate: true },
        { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
      ],
      indexes: [
        'CREATE UNIQUE INDEX idx_pipelines_path ON pipelines (path)',
        'CREATE INDEX idx_pipelines_published ON pipelines (published)',
        'CREATE INDEX idx_pipelines_owner ON pipelines (owner)',
      ],
    })
    app.save(pipelines)
    /** @param {string} name @param {number} maxSelect @param {number} maxSize @param {string[]} mimeTypes @returns {FieldDraft} */
    const files = (name, maxSelect, maxSize, mimeTypes) => ({
      name,
      type: 'file',
      protected: true,
      maxSelect,
      maxSize,
      mimeTypes,
    })
    app.save(
      new Collection({
        type: 'base',
        name: 'pipeline_results',
        listRule: `pipeline.published = true || ${member('owner')}`,
        viewRule: `pipeline.published = true || ${member('owner')}`,
        fields: [
          {
            name: 'owner',
            type: 'relation',
            required: true,
            collectionId: organizations,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'namespace', type: 'text', required: true, max: 200 },
          {
            name: 'pipeline',
            type: 'relation',
            required: true,
            collectionId: pipelines.id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'workflow_id', type: 'text', required: true, max: 300 },
          { name: 'run_id', type: 'text', required: true, max: 100 },
          {
            name: 'status',
            type: 'select',
            required: true,
            maxSelect: 1,
            values: ['running', 'completed', 'failed', 'timed_out', 'canceled', 'terminated'],
          },
          { name: 'type', type: 'select', required: true, maxSelect: 1, values: ['manual', 'scheduled', 'CI'] },
          {
            name: 'started_at',
            type: 'text',
            required: true,
            pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z$',
          },
          { name: 'closed_at', type: 'text', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z$' },
          { name: 'duration_ms', type: 'number', onlyInt: true, min: 0 },
          { name: 'runner_ids', type: 'json', maxSize: 65536, hidden: true },
          { name: 'runner_types', type: 'json', maxSize: 65536 },
          { name: 'entities', type: 'json', maxSize: 262144, hidden: true },
          { name: 'definition_sha256', type: 'text', max: 64 },
          { name: 'steps', type: 'json', maxSize: 262144 },
          { name: 'ci_run_url', type: 'url' },
          { name: 'evidence', type: 'json', maxSize: 262144, hidden: true },
          files('screenshots', 20, 5242880, ['image/png', 'image/jpeg', 'image/webp']),
          files('videos', 5, 52428800, []),
          files('report', 1, 5242880, []),
          { name: 'created', type: 'autodate', onCreate: true },
          { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_pipeline_results_run ON pipeline_results (workflow_id, run_id)',
          // Covers every column of the statistics, in grouping order, so that they never touch the table.
          'CREATE INDEX idx_pipeline_results_statistics ON pipeline_results (namespace, pipeline, runner_ids, runner_types, status, started_at, duration_ms, type)',
          'CREATE INDEX idx_pipeline_results_latest ON pipeline_results (pipeline, status, started_at)',
          'CREATE INDEX idx_pipeline_results_closed ON pipeline_results (closed_at)',
        ],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('pipeline_results'))
    app.delete(app.findCollectionByNameOrId('pipelines'))
  },
)
