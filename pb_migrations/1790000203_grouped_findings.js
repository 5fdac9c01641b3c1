// Stores equal findings as one entry with all their ids and without default values. Older rows can still be read, so
// the up migration changes nothing. The down migration writes every finding separately again.
/** @typedef {{ ids?: string[] } & Record<string, unknown>} Entry */
const usual = { status: 'pass', expected: null, actual: null, hint: null, error: null, rejected: false }

migrate(
  () => {},
  (app) => {
    const page = 200
    for (let after = ''; ; ) {
      const rows = arrayOf(new DynamicModel({ id: '', results: '' }))
      app
        .db()
        .newQuery('SELECT id, results FROM findings WHERE id > {:after} ORDER BY id LIMIT {:page}')
        .bind({ after, page })
        .all(rows)
      for (const { id, results } of rows) {
        const singles = JSON.parse(results).flatMap((/** @type {Entry} */ { ids, ...facts }) =>
          ids === undefined ? [facts] : ids.map((one) => ({ id: one, ...usual, ...facts })),
        )
        app
          .db()
          .newQuery('UPDATE findings SET results = {:results} WHERE id = {:id}')
          .bind({ id, results: JSON.stringify(singles) })
          .execute()
        after = id
      }
      if (rows.length < page) return
    }
  },
)
