// A percent-encoded session id (`%2D` for its hyphens, or any other character encoded) opens the evidence of its
// session like any other. Executions that name sessions this way are divided here. The same rules are in
// pb_hooks/scoreboard/evidence.js, because a migration cannot load other files.
migrate(
  (app) => {
    const digit = '(?:[0-9a-f]|%(?:25)*(?:3[0-9]|[46][1-6]))'
    const hyphen = '(?:-|%(?:25)*2d)'
    const uuids = new RegExp([8, 4, 4, 4, 12].map((length) => `${digit}{${length}}`).join(hyphen), 'gi')
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
      const rows = arrayOf(new DynamicModel({ id: '', whole: '', told: '', isOpen: false }))
      app
        .db()
        .newQuery(
          `SELECT r.id AS id,
             CASE WHEN coalesce(r.steps_whole, 'null') IN ('', 'null') THEN coalesce(r.steps, 'null') ELSE r.steps_whole END AS whole,
             coalesce(r.steps_told, 'null') AS told,
             coalesce(p.published AND p.evidence_public, FALSE) AS isOpen
           FROM pipeline_results r LEFT JOIN pipelines p ON p.id = r.pipeline
           WHERE r.id > {:after} ORDER BY r.id LIMIT ${page}`,
        )
        .bind({ after })
        .all(rows)
      for (const { id, whole, told: before, isOpen } of rows) {
        after = id
        const given = JSON.parse(whole || 'null')
        const told = JSON.stringify(withoutSessions(given))
        if (told === JSON.stringify(given) || told === JSON.stringify(JSON.parse(before || 'null'))) continue
        app
          .db()
          .newQuery(
            'UPDATE pipeline_results SET steps_whole = {:whole}, steps_told = {:told}, steps = {:steps} WHERE id = {:id}',
          )
          .bind({ id, whole, told, steps: isOpen ? whole : told })
          .execute()
      }
      if (rows.length < page) break
    }
  },
  // What is withheld stays withheld: `steps_whole` has everything, and the down migration of 1790000111 puts it back
  // into `steps`.
  () => {},
)
