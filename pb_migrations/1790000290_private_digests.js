// The digest of a definition is hidden: a visitor could guess the names in it that are not shown. A sealed value takes a third more
// room than the value.
migrate(
  (app) => {
    const pipelines = app.findCollectionByNameOrId('pipelines')
    pipelines.fields.getByName('definition').maxSize = 524288
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
    pipelines.fields.getByName('definition').maxSize = 262144
    app.save(pipelines)
  },
)
