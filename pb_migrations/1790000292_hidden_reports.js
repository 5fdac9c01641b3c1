// Hides the reports of runners, so that no filter can probe which private wallet or runner they name; a hook shows
// visitors the part that they may see.
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
