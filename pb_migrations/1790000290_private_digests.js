// Hides definitions, so that no filter can probe what they name; a hook shows visitors the part that they may see.
// Their digests are hidden too, because names could be guessed by them. A sealed value takes a third more room than the
// value.
migrate(
  (app) => {
    const pipelines = app.findCollectionByNameOrId('pipelines')
    const definition = pipelines.fields.getByName('definition')
    definition.hidden = true
    definition.maxSize = 524288
    app.save(pipelines)
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.fields.getByName('definition_sha256').hidden = true
    app.save(results)
  },
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.fields.getByName('definition_sha256').hidden = false
    app.save(results)
    const pipelines = app.findCollectionByNameOrId('pipelines')
    const definition = pipelines.fields.getByName('definition')
    definition.hidden = false
    definition.maxSize = 262144
    app.save(pipelines)
  },
)
