// Running totals of the ledger, with a row for each namespace, pipeline and set of runners, so that a namespace's
// statistics need not be computed from all its executions. A trigger adds each new counted execution. Any other change
// to a counted execution marks its row as `dirty`, and the next read counts that row again
// (pb_hooks/scoreboard/statistics.js). Triggers catch every way of writing: records, cascades, SQL.
migrate(
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    run(`CREATE TABLE execution_statistics (
      namespace TEXT NOT NULL, pipeline TEXT NOT NULL, runner_ids TEXT NOT NULL, runner_types TEXT NOT NULL,
      runs INTEGER NOT NULL DEFAULT 0, successes INTEGER NOT NULL DEFAULT 0, scheduled INTEGER NOT NULL DEFAULT 0,
      ci INTEGER NOT NULL DEFAULT 0, min_ms INTEGER, first TEXT NOT NULL DEFAULT '', last TEXT NOT NULL DEFAULT '',
      success_at TEXT NOT NULL DEFAULT '', success_workflow TEXT NOT NULL DEFAULT '', success_run TEXT NOT NULL DEFAULT '',
      success_id TEXT NOT NULL DEFAULT '', dirty INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (namespace, pipeline, runner_ids, runner_types)) WITHOUT ROWID`)
    run('CREATE INDEX idx_execution_statistics_dirty ON execution_statistics (namespace, pipeline) WHERE dirty = 1')

    /** @param {string} row */
    const counts = (row) => `${row}.status IN ('completed', 'failed', 'timed_out')`
    /** @param {string} row */
    const key = (row) =>
      `${row}.namespace, ${row}.pipeline, coalesce(${row}.runner_ids, ''), coalesce(${row}.runner_types, '')`
    /** @param {string} value @param {string} otherwise */
    const completed = (value, otherwise) => `iif(NEW.status = 'completed', NEW.${value}, ${otherwise})`
    // Of two successes that started at the same instant, the one with the smaller workflow and run id counts as the
    // latest.
    const later = `(excluded.success_at > success_at OR (excluded.success_at = success_at AND excluded.success_at <> ''
      AND (excluded.success_workflow, excluded.success_run) < (success_workflow, success_run)))`
    const success = ['success_at', 'success_workflow', 'success_run', 'success_id']
    const add = `INSERT INTO execution_statistics (namespace, pipeline, runner_ids, runner_types, runs, successes, scheduled, ci,
        min_ms, first, last, ${success.join(', ')})
      VALUES (${key('NEW')}, 1, NEW.status = 'completed', NEW.type = 'scheduled', NEW.type = 'CI',
        ${completed('duration_ms', 'NULL')}, NEW.started_at, NEW.started_at,
        ${completed('started_at', "''")}, ${completed('workflow_id', "''")}, ${completed('run_id', "''")}, ${completed('id', "''")})
      ON CONFLICT DO UPDATE SET runs = runs + 1, successes = successes + excluded.successes,
        scheduled = scheduled + excluded.scheduled, ci = ci + excluded.ci,
        min_ms = min(coalesce(min_ms, excluded.min_ms), coalesce(excluded.min_ms, min_ms)),
        first = min(first, excluded.first), last = max(last, excluded.last),
        ${success.map((name) => `${name} = iif(${later}, excluded.${name}, ${name})`).join(', ')}`
    /** @param {string} row */
    const mark = (row) => `INSERT INTO execution_statistics (namespace, pipeline, runner_ids, runner_types, dirty)
      VALUES (${key(row)}, 1) ON CONFLICT DO UPDATE SET dirty = 1`
    const columns = [
      'namespace',
      'pipeline',
      'workflow_id',
      'run_id',
      'status',
      'type',
      'started_at',
      'duration_ms',
      'runner_ids',
      'runner_types',
    ]
    const changed = columns.map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ')

    run(`CREATE TRIGGER execution_counted AFTER INSERT ON pipeline_results WHEN ${counts('NEW')} BEGIN ${add}; END`)
    run(
      `CREATE TRIGGER execution_closed AFTER UPDATE ON pipeline_results WHEN NOT ${counts('OLD')} AND ${counts('NEW')} BEGIN ${add}; END`,
    )
    run(`CREATE TRIGGER execution_changed AFTER UPDATE ON pipeline_results WHEN ${counts('OLD')} AND (${changed})
      BEGIN ${mark('OLD')}; ${mark('NEW')}; END`)
    run(
      `CREATE TRIGGER execution_deleted AFTER DELETE ON pipeline_results WHEN ${counts('OLD')} BEGIN ${mark('OLD')}; END`,
    )

    // Executions already in the ledger are counted on the first read.
    run(`INSERT INTO execution_statistics (namespace, pipeline, runner_ids, runner_types, dirty)
      SELECT DISTINCT ${key('r')}, 1 FROM pipeline_results r`)
  },
  (app) => {
    for (const name of ['counted', 'closed', 'changed', 'deleted'])
      app.db().newQuery(`DROP TRIGGER execution_${name}`).execute()
    app.db().newQuery('DROP TABLE execution_statistics').execute()
  },
)
