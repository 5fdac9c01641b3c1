// Extends the index of a campaign's sessions to every column that the coverage of a wallet reads, because in the row
// these follow pages of options. The down migration restores the shorter index.
const name = 'idx_sessions_campaign'
const index = `CREATE INDEX ${name} ON sessions (campaign_id, created_at, id, kind, preset)`
const before = `CREATE INDEX ${name} ON sessions (campaign_id, created_at)`

/** @param {readonly unknown[]} indexes @param {string} wanted */
const replaced = (indexes, wanted) => [...indexes.filter((one) => !String(one).includes(name)), wanted]

migrate(
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.indexes = /** @type {typeof sessions.indexes} */ (replaced([...sessions.indexes], index))
    app.save(sessions)
  },
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.indexes = /** @type {typeof sessions.indexes} */ (replaced([...sessions.indexes], before))
    app.save(sessions)
  },
)
