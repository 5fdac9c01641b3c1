// The namespaces that need a worker, from when on, and the worker processes that share them. Internal state that is
// never shown, so these are plain tables. Instants come from PocketBase's clock, because processes may be on machines
// whose clocks differ.
migrate(
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    run(`CREATE TABLE worker_wishes (
      namespace TEXT NOT NULL, source TEXT NOT NULL, due_at TEXT NOT NULL, every_seconds INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (namespace, source)) WITHOUT ROWID`)
    run('CREATE INDEX idx_worker_wishes_due ON worker_wishes (due_at)')
    run('CREATE TABLE worker_heartbeats (id TEXT PRIMARY KEY NOT NULL, beat_at TEXT NOT NULL) WITHOUT ROWID')
  },
  (app) => {
    for (const table of ['worker_heartbeats', 'worker_wishes']) app.db().newQuery(`DROP TABLE ${table}`).execute()
  },
)
