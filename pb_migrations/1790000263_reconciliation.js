// Progress of reconciling each namespace with Temporal: the watermark, and an unfinished scan, as JSON. The index finds
// the few running executions.
migrate(
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    run("ALTER TABLE scoreboard_namespaces ADD COLUMN watermark TEXT NOT NULL DEFAULT ''")
    run("ALTER TABLE scoreboard_namespaces ADD COLUMN scan TEXT NOT NULL DEFAULT ''")
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.addIndex('idx_pipeline_results_running', false, 'namespace, started_at', "status = 'running'")
    app.save(results)
  },
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.removeIndex('idx_pipeline_results_running')
    app.save(results)
    for (const column of ['watermark', 'scan'])
      app.db().newQuery(`ALTER TABLE scoreboard_namespaces DROP COLUMN ${column}`).execute()
  },
)
