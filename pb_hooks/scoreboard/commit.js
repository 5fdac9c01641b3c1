const { json, run } = require(`${__hooks}/scoreboard/sql.js`)
const { plain, concealed, lists } = require(`${__hooks}/scoreboard/columns.js`)
const { writeRows, addChecks, dropChecks, writeUsing } = require(`${__hooks}/scoreboard/rows.js`)
const { writeWallets } = require(`${__hooks}/scoreboard/wallets.js`)
const { read, stateId } = require(`${__hooks}/scoreboard/aggregation.js`)

/**
 * Replaces the public rows with the staged ones in one transaction, so that a reader sees either all old rows or all
 * new ones. Returns `{status}`: `committed` or `replayed`, with the response; `stale` if a newer aggregation was
 * committed first or this one was given up; `empty` if nothing is staged and `allow_empty` is not set. `at` is the time
 * of the commit in PocketBase's format.
 * @param {core.App} app `at` is the time of the commit as PocketBase writes it. @param {{ aggregation: string, at:
 * string, response: object, allow_empty?: boolean, failed_namespaces: unknown, carried: unknown }} request
 */
function commit(app, { aggregation, at, response, allow_empty, failed_namespaces, carried }) {
  let answer
  app.runInTransaction((tx) => {
    const db = tx.db()
    const found = read(tx, aggregation)
    if (found.state === 'committed') {
      answer = { status: 'replayed', response: found.response }
      return
    }
    const state = tx.findRecordById('scoreboard_state', stateId)
    if (['rejected', 'failed'].includes(found.state) || state.getInt('committed_seq') >= found.seq) {
      run(db, "UPDATE scoreboard_aggregations SET state = 'rejected' WHERE id = {:aggregation} AND state <> 'failed'", {
        aggregation,
      })
      run(db, 'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation}', { aggregation })
      answer = { status: 'stale' }
      return
    }
    const staged = json(
      db,
      'SELECT count(*) AS text FROM scoreboard_stage s JOIN pipelines p ON p.id = s.pipeline WHERE s.aggregation = {:aggregation}',
      { aggregation },
    )
    if (staged === 0 && !allow_empty) {
      answer = { status: 'empty' }
      return
    }
    replaceRows(db, aggregation)
    keepHistory(db, aggregation, at.slice(0, 10))
    const done = {
      ...response,
      aggregation_id: aggregation,
      seq: found.seq,
      ...(staged > 0 ? { records_count: staged } : {}),
    }
    run(
      db,
      `UPDATE scoreboard_aggregations SET state = 'committed', committed_at = {:at}, response = {:response},
         failed_namespaces = {:failed}, carried = {:carried} WHERE id = {:aggregation}`,
      {
        aggregation,
        at,
        response: JSON.stringify(done),
        failed: JSON.stringify(failed_namespaces),
        carried: JSON.stringify(carried),
      },
    )
    run(db, 'DELETE FROM scoreboard_stage WHERE aggregation = {:aggregation}', { aggregation })
    // Use the record API, so that open pages are notified.
    state.set('committed_seq', found.seq)
    state.set('committed_aggregation', aggregation)
    state.set('committed_at', at)
    state.set('rows_count', publicRows(db))
    state.set('namespaces_failed', failed_namespaces)
    tx.save(state)
    writeWallets(db)
    answer = { status: 'committed', response: done }
  })
  return answer
}

/** How many rows visitors see. The number of hidden ones stays private. @param {dbx.Builder} db @returns {number} */
const publicRows = (db) => json(db, 'SELECT count(*) AS text FROM pipeline_scoreboard_cache')

/** @param {dbx.Builder} db @param {string} aggregation */
function replaceRows(db, aggregation) {
  const columns = [...plain, ...Object.keys(concealed), ...lists]
  run(
    db,
    'DELETE FROM scoreboard_rows WHERE pipeline NOT IN (SELECT pipeline FROM scoreboard_stage WHERE aggregation = {:aggregation})',
    { aggregation },
  )
  // Rows keep their ids across aggregations.
  run(
    db,
    `INSERT INTO scoreboard_rows (pipeline, ${columns.join(', ')}) SELECT s.pipeline, ${columns.map((name) => `s.${name}`).join(', ')}
     FROM scoreboard_stage s JOIN pipelines p ON p.id = s.pipeline WHERE s.aggregation = {:aggregation}
     ON CONFLICT (pipeline) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    { aggregation },
  )
  addChecks(db, { only: 'true' })
  writeRows(db, aggregation, { only: 'true' })
  run(db, 'DELETE FROM pipeline_scoreboard_cache WHERE aggregation <> {:aggregation}', { aggregation })
  if (dropChecks(db)) writeUsing(db, aggregation)
}

/** Days until a pipeline's recorded numbers are deleted. */
const historyDays = 400

/**
 * Records the day's numbers if they differ from the last recorded ones.
 * @param {dbx.Builder} db @param {string} aggregation @param {string} day
 */
function keepHistory(db, aggregation, day) {
  run(
    db,
    `INSERT INTO scoreboard_history (pipeline, day, total_runs, total_successes)
     SELECT s.pipeline, {:day}, s.total_runs, s.total_successes
     FROM scoreboard_stage s JOIN pipelines p ON p.id = s.pipeline
     LEFT JOIN scoreboard_history h
       ON h.pipeline = s.pipeline AND h.day = (SELECT max(day) FROM scoreboard_history WHERE pipeline = s.pipeline)
     WHERE s.aggregation = {:aggregation}
       AND (h.id IS NULL OR h.total_runs <> s.total_runs OR h.total_successes <> s.total_successes)
     ON CONFLICT (pipeline, day) DO UPDATE SET total_runs = excluded.total_runs, total_successes = excluded.total_successes`,
    { aggregation, day },
  )
  run(db, `DELETE FROM scoreboard_history WHERE day < date({:day}, '-${historyDays} days')`, { day })
}

module.exports = { commit }
