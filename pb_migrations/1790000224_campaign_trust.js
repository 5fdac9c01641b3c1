// The trust framework of a campaign, and the decision of its wallet's provider. The down migration deletes both, so the
// next presentations of such a campaign are sent under the test root.
migrate(
  (app) => {
    const campaigns = app.findCollectionByNameOrId('campaigns')
    campaigns.fields.addMarshaledJSON(JSON.stringify([{ name: 'trust', type: 'json', maxSize: 4096 }]))
    app.save(campaigns)
  },
  (app) => {
    const campaigns = app.findCollectionByNameOrId('campaigns')
    campaigns.fields.removeByName('trust')
    app.save(campaigns)
  },
)
