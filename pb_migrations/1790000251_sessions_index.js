// Adds to the index of a campaign's sessions all that the coverage of a wallet reads of them: in a row, that lies behind pages
// of options. The down migration puts the shorter index back.
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
