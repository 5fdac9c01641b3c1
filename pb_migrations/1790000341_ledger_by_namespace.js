// Executions of different namespaces may have the same workflow and run id: whoever reports one neither changes nor finds
// out what another organisation has reported. The way back keeps the oldest of those that share their ids.
migrate(
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.removeIndex('idx_pipeline_results_run')
    results.addIndex('idx_pipeline_results_run', true, 'workflow_id, run_id, namespace', '')
    app.save(results)
  },
  (app) => {
    app
      .db()
      .newQuery(
        `DELETE FROM pipeline_results WHERE EXISTS (SELECT 1 FROM pipeline_results older WHERE older.workflow_id = pipeline_results.workflow_id
         AND older.run_id = pipeline_results.run_id AND (older.created, older.id) < (pipeline_results.created, pipeline_results.id))`,
      )
      .execute()
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.removeIndex('idx_pipeline_results_run')
    results.addIndex('idx_pipeline_results_run', true, 'workflow_id, run_id', '')
    app.save(results)
  },
)
