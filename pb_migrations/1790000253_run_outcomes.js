// What a run of a pipeline came to, beyond its status: whether our own side failed, why in a word, the campaign that it made,
// and where its evidence is. A campaign's id opens its evidence, so visitors see neither that nor the address. `results` holds
// what came for external steps. The down migration forgets all of it.
migrate(
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.fields.addMarshaledJSON(
      JSON.stringify([
        { name: 'infra', type: 'bool' },
        { name: 'reason', type: 'text', max: 40 },
        { name: 'campaign_id', type: 'text', max: 36, hidden: true },
        { name: 'evidence_url', type: 'text', max: 2000, hidden: true },
        { name: 'results', type: 'json', maxSize: 262144, hidden: true },
      ]),
    )
    app.save(results)
  },
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    for (const name of ['infra', 'reason', 'campaign_id', 'evidence_url', 'results']) results.fields.removeByName(name)
    app.save(results)
  },
)
