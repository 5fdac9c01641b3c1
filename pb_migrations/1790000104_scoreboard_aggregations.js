// Aggregations and their inputs. Contributions (the newest good answer of each namespace) and the stage are internal
// state that is never shown, so they are plain tables, written in bulk.
migrate(
  (app) => {
    /** @param {string} name @param {number} maxSize @returns {FieldDraft} */
    const json = (name, maxSize) => ({ name, type: 'json', maxSize })
    app.save(
      new Collection({
        type: 'base',
        name: 'scoreboard_aggregations',
        fields: [
          {
            name: 'id',
            type: 'text',
            system: true,
            primaryKey: true,
            required: true,
            min: 8,
            max: 64,
            pattern: '^[A-Za-z0-9_-]+$',
          },
          { name: 'seq', type: 'number', onlyInt: true },
          {
            name: 'state',
            type: 'select',
            required: true,
            maxSelect: 1,
            values: ['open', 'staging', 'committed', 'rejected', 'failed'],
          },
          { name: 'source', type: 'select', required: true, maxSelect: 1, values: ['workflow', 'api'] },
          { name: 'workflow_id', type: 'text', max: 300 },
          { name: 'run_id', type: 'text', max: 100 },
          { name: 'started_at', type: 'date' },
          { name: 'committed_at', type: 'date' },
          { name: 'parts_total', type: 'number', onlyInt: true },
          json('namespaces', 8388608),
          json('failed_namespaces', 2097152),
          json('carried', 2097152),
          json('response', 2097152),
        ],
        indexes: ['CREATE UNIQUE INDEX idx_scoreboard_aggregations_seq ON scoreboard_aggregations (seq)'],
      }),
    )
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    run(`CREATE TABLE scoreboard_contributions (
      pipeline_id TEXT NOT NULL, namespace TEXT NOT NULL, item TEXT NOT NULL, PRIMARY KEY (pipeline_id, namespace)) WITHOUT ROWID`)
    run('CREATE INDEX idx_scoreboard_contributions_namespace ON scoreboard_contributions (namespace)')
    run(`CREATE TABLE scoreboard_namespaces (
      namespace TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL DEFAULT 0, fetched_at TEXT NOT NULL DEFAULT '',
      answer_sha256 TEXT NOT NULL DEFAULT '', failing_since TEXT NOT NULL DEFAULT '', last_error TEXT NOT NULL DEFAULT '') WITHOUT ROWID`)
    run(`CREATE TABLE scoreboard_parts (
      aggregation TEXT NOT NULL, part INTEGER NOT NULL, digest TEXT NOT NULL, report TEXT NOT NULL, PRIMARY KEY (aggregation, part)) WITHOUT ROWID`)
    run(`CREATE TABLE scoreboard_stage (
      aggregation TEXT NOT NULL, part INTEGER NOT NULL, upload TEXT NOT NULL, pipeline TEXT NOT NULL, staged_at TEXT NOT NULL,
      total_runs, total_successes, success_rate, manually_executed_runs, scheduled_runs, CI_runs, minimum_running_time,
      minimum_running_time_ms, first_execution, last_execution_date, latest_successful_execution, namespaces_count, stale_since,
      external_wallet_version, wallets, wallet_versions, wallet_actions, issuers, credentials, verifiers, use_case_verifications,
      custom_integrations, mobile_runners, conformance_checks, conformance_check_refs, runner_types, unresolved)`)
    run('CREATE INDEX idx_scoreboard_stage ON scoreboard_stage (aggregation, pipeline)')
    run('CREATE INDEX idx_scoreboard_stage_age ON scoreboard_stage (staged_at)')
  },
  (app) => {
    for (const table of ['scoreboard_stage', 'scoreboard_parts', 'scoreboard_namespaces', 'scoreboard_contributions'])
      app.db().newQuery(`DROP TABLE ${table}`).execute()
    app.delete(app.findCollectionByNameOrId('scoreboard_aggregations'))
  },
)
