const { json, run, now } = require(`${__hooks}/scoreboard/sql.js`)
const { plain, concealed, lists } = require(`${__hooks}/scoreboard/columns.js`)
const { read } = require(`${__hooks}/scoreboard/aggregation.js`)

/**
 * Stages rows (JSON text of an array) for an aggregation. They count once their upload is finished.
 * @param {core.App} app @param {{ aggregation: string, part: number, upload: string, rows: string }} request
 */
function stage(app, { aggregation, part, upload, rows }) {
  const scalars = [...plain, ...Object.keys(concealed)]
  const columns = ['pipeline', ...scalars, ...lists]
  const values = [
    "value ->> '$.pipeline'",
    ...scalars.map((name) => `value ->> '$.${name}'`),
    ...lists.map((name) => `value -> '$.${name}'`),
  ]
  run(
    app.nonconcurrentDB(),
    `INSERT INTO scoreboard_stage (aggregation, part, upload, staged_at, ${columns.join(', ')})
     SELECT {:aggregation}, {:part}, {:upload}, ${now}, ${values.join(', ')} FROM json_each({:rows})`,
    { aggregation, part, upload, rows },
  )
  return {}
}

/**
 * Makes an upload the content of its part and deletes the part's earlier uploads. Returns the aggregation. Returns
 * `{duplicates}` instead, and drops the upload, if another part contains some of its pipelines.
 * @param {core.App} app @param {{ aggregation: string, part: number, upload: string, total: number, digest: string,
 * report: string }} request
 */
function finishPart(app, { aggregation, part, upload, total, digest, report }) {
  let answer
  app.runInTransaction((tx) => {
    const db = tx.db()
    const values = { aggregation, part, upload }
    const found = read(tx, aggregation)
    if (['committed', 'rejected', 'failed'].includes(found.state)) {
      run(db, 'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation}', { aggregation })
      answer = found
      return
    }
    const duplicates = json(
      db,
      `SELECT json_group_array(DISTINCT a.pipeline) AS text FROM scoreboard_stage a JOIN scoreboard_stage b
         ON b.aggregation = a.aggregation AND b.pipeline = a.pipeline AND b.part <> a.part
       WHERE a.aggregation = {:aggregation} AND a.part = {:part} AND a.upload = {:upload}`,
      values,
    )
    if (duplicates.length > 0) {
      run(
        db,
        'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation} AND part = {:part} AND upload = {:upload}',
        values,
      )
      answer = { duplicates: duplicates.slice(0, 20) }
      return
    }
    run(
      db,
      'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation} AND part = {:part} AND upload <> {:upload}',
      values,
    )
    run(db, "UPDATE scoreboard_aggregations SET state = 'staging', parts_total = {:total} WHERE id = {:aggregation}", {
      aggregation,
      total,
    })
    run(
      db,
      `INSERT INTO scoreboard_parts (aggregation, part, digest, report) VALUES ({:aggregation}, {:part}, {:digest}, {:report})
       ON CONFLICT (aggregation, part) DO UPDATE SET digest = excluded.digest, report = excluded.report`,
      { aggregation, part, digest, report },
    )
    answer = read(tx, aggregation)
  })
  return answer
}

module.exports = { stage, finishPart }
