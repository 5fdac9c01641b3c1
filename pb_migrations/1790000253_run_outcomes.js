// The outcome of a pipeline run beyond its status: whether our own side failed, a reason in one word, the campaign that
// it made, and the address of its evidence. A campaign's id opens its evidence, so visitors see neither that nor the
// address. `results` holds the results of external steps. The down migration deletes all of it.
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
