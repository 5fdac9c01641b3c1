// What the installation itself keeps, by name: which revision of the built-in records it was given and has run, and when they
// run each day. Internal state that is never shown, so this is a plain table. An installation that has the built-in
// organisation was given the first revision, of which what was deleted stays deleted.
migrate(
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    run('CREATE TABLE settings (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID')
    run("INSERT INTO settings SELECT 'built_in_revision', '1' FROM organizations WHERE id = 'builtinorg00001'")
  },
  (app) => {
    app.db().newQuery('DROP TABLE settings').execute()
  },
)
