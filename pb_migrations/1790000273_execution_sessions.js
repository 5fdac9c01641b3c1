// The sessions that executions name, so that one lookup decides whether the evidence of a session is public. Triggers
// maintain it, because executions are written in several ways. Internal state that is never shown, so this is a plain
// table.
migrate(
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    run(`CREATE TABLE execution_sessions (session_id TEXT NOT NULL, result TEXT NOT NULL,
      PRIMARY KEY (session_id, result)) WITHOUT ROWID`)
    run('CREATE INDEX idx_execution_sessions_result ON execution_sessions (result)')
    /** @param {string} row */
    const add = (row) => `INSERT OR IGNORE INTO execution_sessions
      SELECT lower(t.value), ${row}.id FROM json_tree(iif(json_valid(${row}.steps_whole), ${row}.steps_whole, 'null')) t
      WHERE t.type = 'text' AND lower(t.key) = 'session_id'`
    const forget = (/** @type {string} */ row) => `DELETE FROM execution_sessions WHERE result = ${row}.id`
    const isNamed = "coalesce(NEW.steps_whole, 'null') NOT IN ('', 'null')"
    run(
      `CREATE TRIGGER execution_sessions_insert AFTER INSERT ON pipeline_results WHEN ${isNamed} BEGIN ${add('NEW')}; END`,
    )
    run(`CREATE TRIGGER execution_sessions_update AFTER UPDATE OF steps_whole ON pipeline_results
      WHEN NEW.steps_whole IS NOT OLD.steps_whole BEGIN ${forget('NEW')}; ${add('NEW')}; END`)
    run(`CREATE TRIGGER execution_sessions_delete AFTER DELETE ON pipeline_results BEGIN ${forget('OLD')}; END`)
    run(`INSERT OR IGNORE INTO execution_sessions
      SELECT lower(t.value), r.id FROM pipeline_results r, json_tree(iif(json_valid(r.steps_whole), r.steps_whole, 'null')) t
      WHERE t.type = 'text' AND lower(t.key) = 'session_id'`)
  },
  (app) => {
    for (const name of ['insert', 'update', 'delete'])
      app.db().newQuery(`DROP TRIGGER execution_sessions_${name}`).execute()
    app.db().newQuery('DROP TABLE execution_sessions').execute()
  },
)
