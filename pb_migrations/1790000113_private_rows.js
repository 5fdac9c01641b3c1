// Private pipelines get rows too, without anything that leads to them. A table that nobody may read (`scoreboard_rows`)
// keeps the last aggregation's results for all pipelines; pb_hooks/scoreboard/rows.js makes the visitors' rows from it.
// An empty `scoreboard_visibility` of a private pipeline now means a row with its numbers, so existing pipelines are
// given the value for what empty used to mean.
migrate(
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    const shared = `total_runs, total_successes, success_rate, manually_executed_runs, scheduled_runs, CI_runs, minimum_running_time,
      minimum_running_time_ms, first_execution, last_execution_date, latest_successful_execution, namespaces_count, stale_since,
      external_wallet_version, wallets, wallet_versions, wallet_actions, issuers, credentials, verifiers, use_case_verifications,
      custom_integrations, mobile_runners, conformance_checks, conformance_check_refs, runner_types, unresolved`
    run('ALTER TABLE scoreboard_stage ADD COLUMN canceled_runs')
    // `row` is the id of the row that visitors see, if there is one. Nothing in that row leads back here.
    run(`CREATE TABLE scoreboard_rows (pipeline TEXT PRIMARY KEY NOT NULL, row TEXT NOT NULL DEFAULT ('r' || lower(hex(randomblob(7)))),
      ${shared}, canceled_runs)`)
    run(`INSERT INTO scoreboard_rows (pipeline, row, ${shared}, canceled_runs)
      SELECT source, id, ${shared}, 0 FROM pipeline_scoreboard_cache WHERE source IN (SELECT id FROM pipelines)`)

    const cache = app.findCollectionByNameOrId('pipeline_scoreboard_cache')
    cache.fields.add(new NumberField({ name: 'canceled_runs', onlyInt: true, min: 0 }))
    // Lists came in the order of this index, which is the order of the pipelines' ids.
    cache.removeIndex('idx_scoreboard_cache_source')
    cache.fields.removeByName('source')
    app.save(cache)
    const pipelines = app.findCollectionByNameOrId('pipelines')
    pipelines.fields.getByName('scoreboard_visibility').values = ['follow_published', 'anonymous', 'hidden', 'listed']
    app.save(pipelines)
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.addIndex(
      'idx_pipeline_results_canceled',
      false,
      'namespace, pipeline',
      "status = 'canceled' OR status = 'terminated'",
    )
    app.save(results)
    const checks = app.findCollectionByNameOrId('conformance_checks')
    // Set if the check was added because a row named it and the catalogue lacked it.
    checks.fields.add(new BoolField({ name: 'found', hidden: true }))
    app.save(checks)

    run(
      "UPDATE pipelines SET scoreboard_visibility = 'follow_published' WHERE published = 0 AND scoreboard_visibility = ''",
    )
    run(`DELETE FROM pipeline_scoreboard_cache WHERE id NOT IN (SELECT s.row FROM scoreboard_rows s JOIN pipelines p ON p.id = s.pipeline
      WHERE p.scoreboard_visibility = 'anonymous' OR (p.published = 1 AND p.scoreboard_visibility <> 'hidden'))`)
    const days = ['first_execution', 'last_execution_date', 'created', 'updated']
      .map((name) => `${name} = iif(${name} = '', '', substr(${name}, 1, 10) || ' 00:00:00.000Z')`)
      .join(', ')
    run(`UPDATE pipeline_scoreboard_cache SET ${days}, namespaces_count = 0, stale_since = '' WHERE anonymous = 1`)
    run(`UPDATE pipeline_scoreboard_cache AS c SET conformance_check_refs = (SELECT json_group_array(t.id)
      FROM json_each(iif(json_valid(c.conformance_checks), c.conformance_checks, '[]')) n JOIN conformance_checks t ON t.path = n.value)
      WHERE anonymous = 0`)
  },
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    const shared = `total_runs, total_successes, success_rate, manually_executed_runs, scheduled_runs, CI_runs, minimum_running_time,
      minimum_running_time_ms, first_execution, last_execution_date, latest_successful_execution, namespaces_count, stale_since,
      external_wallet_version, wallets, wallet_versions, wallet_actions, issuers, credentials, verifiers, use_case_verifications,
      custom_integrations, mobile_runners, conformance_checks, conformance_check_refs, runner_types, unresolved`
    // `listed` pipelines must not show more than before.
    run(
      "UPDATE pipelines SET scoreboard_visibility = iif(published = 1, 'follow_published', 'anonymous') WHERE scoreboard_visibility = 'listed'",
    )
    const emptied = [
      ...['wallets', 'wallet_versions', 'wallet_actions', 'issuers', 'credentials', 'verifiers'],
      ...[
        'use_case_verifications',
        'custom_integrations',
        'mobile_runners',
        'conformance_checks',
        'conformance_check_refs',
      ],
    ].map((name) => `${name} = '[]'`)
    run(`UPDATE pipeline_scoreboard_cache SET ${emptied.join(', ')} WHERE anonymous = 1`)
    // Previously, an empty value meant no row for a private pipeline, and the collection's rule hides the whole row.
    const of = (/** @type {string} */ condition) =>
      `(SELECT s.row FROM scoreboard_rows s JOIN pipelines p ON p.id = s.pipeline WHERE ${condition})`
    run(
      `DELETE FROM pipeline_scoreboard_cache WHERE anonymous = 1 AND id IN ${of("p.scoreboard_visibility <> 'anonymous'")}`,
    )
    const table = app.findCollectionByNameOrId('pipeline_scoreboard_cache')
    table.fields.add(new TextField({ name: 'source', max: 64, hidden: true }))
    app.save(table)
    run(`UPDATE pipeline_scoreboard_cache AS c SET source = (SELECT pipeline FROM scoreboard_rows WHERE row = c.id)`)
    run(`INSERT INTO pipeline_scoreboard_cache (source, pipeline, anonymous, aggregation, created, updated, ${shared})
      SELECT pipeline, pipeline, 0, (SELECT committed_aggregation FROM scoreboard_state), strftime('%Y-%m-%d %H:%M:%fZ','now'),
        strftime('%Y-%m-%d %H:%M:%fZ','now'), ${shared}
      FROM scoreboard_rows WHERE pipeline NOT IN (SELECT source FROM pipeline_scoreboard_cache)
        AND pipeline IN (SELECT id FROM pipelines WHERE scoreboard_visibility <> 'anonymous')`)
    const checks = app.findCollectionByNameOrId('conformance_checks')
    checks.fields.removeByName('found')
    app.save(checks)
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.removeIndex('idx_pipeline_results_canceled')
    app.save(results)
    const pipelines = app.findCollectionByNameOrId('pipelines')
    pipelines.fields.getByName('scoreboard_visibility').values = ['follow_published', 'anonymous', 'hidden']
    app.save(pipelines)
    const cache = app.findCollectionByNameOrId('pipeline_scoreboard_cache')
    cache.fields.removeByName('canceled_runs')
    cache.fields.getByName('source').required = true
    cache.addIndex('idx_scoreboard_cache_source', true, 'source', '')
    app.save(cache)
    run('DROP TABLE scoreboard_rows')
    run('ALTER TABLE scoreboard_stage DROP COLUMN canceled_runs')
  },
)
