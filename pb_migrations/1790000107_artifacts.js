// Artifacts of executions: logs as well as screenshots and videos, and thumbnails of screenshots for lists.
migrate(
  (app) => {
    const results = app.findCollectionByNameOrId('pipeline_results')
    results.fields.getByName('screenshots').thumbs = ['80x80t', '640x0']
    // A tool gives a log whatever name it likes: what it holds was looked at before it came here.
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
