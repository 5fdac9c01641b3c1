// What a runner reports of a run is hidden, so that no filter asks which private wallet or runner it names; the hook that shows
// visitors what they may see of it unhides that.
const members = ['steps', 'runner_types', 'reason']
migrate(
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    for (const name of members) results.fields.getByName(name).hidden = true
    app.save(results)
  },
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    for (const name of members) results.fields.getByName(name).hidden = false
    app.save(results)
  },
)
