// The name that a tester gives a campaign, and the digest of the key that allows changing it. The down migration
// deletes both.
const fields = [
  { name: 'name', type: 'text', max: 100 },
  { name: 'rename_digest', type: 'text', max: 43 },
]

migrate(
  (app) => {
    const campaigns = app.findCollectionByNameOrId('campaigns')
    campaigns.fields.addMarshaledJSON(JSON.stringify(fields))
    app.save(campaigns)
  },
  (app) => {
    const campaigns = app.findCollectionByNameOrId('campaigns')
    for (const { name } of fields) campaigns.fields.removeByName(name)
    app.save(campaigns)
  },
)
