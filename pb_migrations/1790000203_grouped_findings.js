// Findings that say the same are stored together, under their ids, without what is as usual. What was stored before is read
// as it is, so nothing is done on the way up. The way down writes every finding by itself again.
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
