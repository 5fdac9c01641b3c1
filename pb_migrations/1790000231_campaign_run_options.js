// Run options of a campaign: whether a driver approves everything, and a transaction that its wallet knows. The down
// migration deletes both: silence no longer counts as a refusal, and sessions with a wrong transaction use a made-up
// type.
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
