// Settings of the installation itself, by name: which revision of the built-in records it was given and has run, and
// the time of their daily run. Internal state that is never shown, so this is a plain table. An installation with the
// built-in organisation was given the first revision, so records deleted from that stay deleted.
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
