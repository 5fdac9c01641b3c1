// A session id opens the evidence of its session, so executions show session ids only if the owner of the pipeline
// allows it. `steps` holds what may be read; two hidden columns keep steps that name sessions, both whole and without
// sessions. Existing executions are divided here. The same rules are in pb_hooks/scoreboard/evidence.js, because a
// migration cannot load other files.
migrate(
  (app) => {
    const pipelines = app.findCollectionByNameOrId('pipelines')
    pipelines.fields.add(new BoolField({ name: 'evidence_public' }))
    app.save(pipelines)
    const results = app.findCollectionByNameOrId('pipeline_results')
    for (const name of ['steps_whole', 'steps_told'])
      results.fields.add(new JSONField({ name, maxSize: 262144, hidden: true }))
    app.save(results)

    const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
    /** @param {unknown} value @returns {unknown} */
    const withoutSessions = (value) => {
      if (typeof value === 'string') return value.replace(uuids, '[withheld]')
      if (Array.isArray(value)) return value.map(withoutSessions)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !/^session_?ids?$/i.test(name))
          .map(([name, inner]) => [name.replace(uuids, '[withheld]'), withoutSessions(inner)]),
      )
    }
    const page = 500
    for (let after = ''; ; ) {
      const rows = arrayOf(new DynamicModel({ id: '', steps: '' }))
      app
        .db()
        .newQuery(
          `SELECT id, coalesce(steps, 'null') AS steps FROM pipeline_results WHERE id > {:after} ORDER BY id LIMIT ${page}`,
        )
        .bind({ after })
        .all(rows)
      for (const { id, steps } of rows) {
        after = id
        const whole = JSON.parse(steps || 'null')
        const told = JSON.stringify(withoutSessions(whole))
        if (told === JSON.stringify(whole)) continue
        app
          .db()
          .newQuery(
            'UPDATE pipeline_results SET steps_whole = steps, steps_told = {:told}, steps = {:told} WHERE id = {:id}',
          )
          .bind({ id, told })
          .execute()
      }
      if (rows.length < page) break
    }
  },
  (app) => {
    app
      .db()
      .newQuery(
        "UPDATE pipeline_results SET steps = steps_whole WHERE coalesce(steps_whole, 'null') NOT IN ('', 'null')",
      )
      .execute()
    const results = app.findCollectionByNameOrId('pipeline_results')
    for (const name of ['steps_whole', 'steps_told']) results.fields.removeByName(name)
    app.save(results)
    const pipelines = app.findCollectionByNameOrId('pipelines')
    pipelines.fields.removeByName('evidence_public')
    app.save(pipelines)
  },
)
