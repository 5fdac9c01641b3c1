// Artifacts of executions: logs in addition to screenshots and videos, and thumbnails of screenshots for lists.
migrate(
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.fields.getByName('screenshots').thumbs = ['80x80t', '640x0']
    // Tools may name a log anything, so no type is required here; its content was checked before it came here.
    results.fields.add(new FileField({ name: 'logs', protected: true, maxSelect: 5, maxSize: 5242880 }))
    app.save(results)
  },
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.fields.getByName('screenshots').thumbs = []
    results.fields.removeByName('logs')
    app.save(results)
  },
)
