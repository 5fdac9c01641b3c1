// What a campaign is run with: whether a driver approves everything, and a transaction that its wallet knows. The down migration
// forgets both: silence counts as nothing again, and sessions that make a transaction wrong get one of a made-up type.
migrate(
  (app) => {
    const campaigns = app.findCollectionByNameOrId('campaigns')
    campaigns.fields.addMarshaledJSON(JSON.stringify([{ name: 'run_options', type: 'json', maxSize: 8192 }]))
    app.save(campaigns)
  },
  (app) => {
    const campaigns = app.findCollectionByNameOrId('campaigns')
    campaigns.fields.removeByName('run_options')
    app.save(campaigns)
  },
)
