// The public read model: one row per pipeline, and the state of the aggregation. Each aggregation replaces all rows.
// Read access is decided by the pipeline at the time of reading. `source` is the pipeline's id, for internal use only;
// `pipeline` also holds it, except in an anonymous row, where nothing may identify the pipeline, not even through a
// filter. `minimum_running_time_ms` 0 with an empty `minimum_running_time` means none.
migrate(
  (app) => {
    /** @param {string} name */
    const id = (name) => app.findCollectionByNameOrId(name).id
    /** @param {string} name @param {string} collection @returns {FieldDraft} */
    const many = (name, collection) => ({ name, type: 'relation', collectionId: id(collection), maxSelect: 999 })
    /** @param {string} name @returns {FieldDraft} */
    const count = (name) => ({ name, type: 'number', onlyInt: true, min: 0 })
    const rule = '(pipeline.published = true && pipeline.scoreboard_visibility != "hidden") || anonymous = true'
    app.save(
      new Collection({
        type: 'base',
        name: 'pipeline_scoreboard_cache',
        listRule: rule,
        viewRule: rule,
        fields: [
          { name: 'pipeline', type: 'relation', collectionId: id('pipelines'), maxSelect: 1, cascadeDelete: true },
          { name: 'source', type: 'text', required: true, max: 64, hidden: true },
          count('total_runs'),
          count('total_successes'),
          { name: 'success_rate', type: 'number', min: 0, max: 100 },
          count('manually_executed_runs'),
          count('scheduled_runs'),
          count('CI_runs'),
          { name: 'minimum_running_time', type: 'text', max: 50 },
          count('minimum_running_time_ms'),
          { name: 'first_execution', type: 'date' },
          { name: 'last_execution_date', type: 'date' },
          { name: 'latest_successful_execution', type: 'relation', collectionId: id('pipeline_results'), maxSelect: 1 },
          many('wallets', 'wallets'),
          many('wallet_versions', 'wallet_versions'),
          many('wallet_actions', 'wallet_actions'),
          many('issuers', 'credential_issuers'),
          many('credentials', 'credentials'),
          many('verifiers', 'verifiers'),
          many('use_case_verifications', 'use_cases_verifications'),
          many('custom_integrations', 'custom_checks'),
          many('mobile_runners', 'mobile_runners'),
          { name: 'conformance_checks', type: 'json', maxSize: 1048576 },
          many('conformance_check_refs', 'conformance_checks'),
          { name: 'runner_types', type: 'json', maxSize: 65536 },
          { name: 'external_wallet_version', type: 'bool' },
          count('namespaces_count'),
          { name: 'stale_since', type: 'date' },
          { name: 'aggregation', type: 'text', max: 64 },
          { name: 'anonymous', type: 'bool' },
          { name: 'unresolved', type: 'json', maxSize: 1048576, hidden: true },
          { name: 'created', type: 'autodate', onCreate: true },
          { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_scoreboard_cache_source ON pipeline_scoreboard_cache (source)',
          "CREATE UNIQUE INDEX idx_scoreboard_cache_pipeline ON pipeline_scoreboard_cache (pipeline) WHERE pipeline != ''",
          'CREATE INDEX idx_scoreboard_cache_aggregation ON pipeline_scoreboard_cache (aggregation)',
          'CREATE INDEX idx_scoreboard_cache_last ON pipeline_scoreboard_cache (last_execution_date)',
        ],
      }),
    )
    const state = new Collection({
      type: 'base',
      name: 'scoreboard_state',
      listRule: '',
      viewRule: '',
      fields: [
        { name: 'committed_seq', type: 'number', onlyInt: true, hidden: true },
        { name: 'committed_aggregation', type: 'text', max: 64 },
        { name: 'committed_at', type: 'date' },
        { name: 'rows_count', type: 'number', onlyInt: true },
        { name: 'visibility_epoch', type: 'number', onlyInt: true },
        { name: 'namespaces_failed', type: 'json', maxSize: 2097152, hidden: true },
        { name: 'next_seq', type: 'number', onlyInt: true, hidden: true },
      ],
    })
    app.save(state)
    app.save(new Record(state, { id: 'current00000001', next_seq: 1 }))
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('scoreboard_state'))
    app.delete(app.findCollectionByNameOrId('pipeline_scoreboard_cache'))
  },
)
