// Campaigns lead a wallet through many sessions. A campaign is written once; its results follow from its sessions,
// which name their campaign and preset. The down migration removes both and keeps the sessions.
const sessionFields = [
  { name: 'preset', type: 'text', max: 200 },
  { name: 'campaign_id', type: 'text', max: 36 },
]
const index = 'CREATE INDEX idx_sessions_campaign ON sessions (campaign_id, created_at)'

migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'campaigns',
        fields: [
          {
            name: 'id',
            type: 'text',
            system: true,
            primaryKey: true,
            required: true,
            min: 36,
            max: 36,
            pattern: '^[0-9a-f-]+$',
          },
          { name: 'built_in', type: 'text', max: 100 },
          { name: 'wallet_name', type: 'text', max: 100 },
          { name: 'wallet_version', type: 'text', max: 100 },
          { name: 'silence_seconds', type: 'number', onlyInt: true },
          { name: 'created_at', type: 'date', required: true },
          { name: 'presets', type: 'json', maxSize: 65536 },
        ],
        indexes: ['CREATE INDEX idx_campaigns_created ON campaigns (created_at)'],
      }),
    )
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.fields.addMarshaledJSON(JSON.stringify(sessionFields))
    sessions.indexes = /** @type {typeof sessions.indexes} */ ([...sessions.indexes, index])
    app.save(sessions)
  },
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    const kept = [...sessions.indexes].filter((one) => !String(one).includes('idx_sessions_campaign'))
    sessions.indexes = /** @type {typeof sessions.indexes} */ (kept)
    for (const { name } of sessionFields) sessions.fields.removeByName(name)
    app.save(sessions)
    app.delete(app.findCollectionByNameOrId('campaigns'))
  },
)
