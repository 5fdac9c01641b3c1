const { json, run, now, visible } = require(`${__hooks}/scoreboard/sql.js`)
const { plain, concealed, lists } = require(`${__hooks}/scoreboard/columns.js`)
const { read, stateId } = require(`${__hooks}/scoreboard/aggregation.js`)

/**
 * Replaces the public rows by the staged ones in one transaction: a reader sees either all old rows or all new ones.
 * Returns `{status}`: `committed` or `replayed` with the response, `stale` when a newer aggregation was committed
 * before or this one was given up, `empty` when nothing is staged and `allow_empty` is not set.
 * @param {core.App} app
 * `at` is the time of the commit as PocketBase writes it.
 * @param {{ aggregation: string, at: string, response: object, allow_empty?: boolean, failed_namespaces: unknown,
 * carried: unknown }} request
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
    // Uses the record API, so that open pages are notified.
    state.set('committed_seq', found.seq)
    state.set('committed_aggregation', aggregation)
    state.set('committed_at', at)
    state.set('rows_count', publicRows(db))
    state.set('namespaces_failed', failed_namespaces)
    tx.save(state)
    answer = { status: 'committed', response: done }
  })
  return answer
}

/** How many rows visitors see; the number of others stays private. @param {dbx.Builder} db @returns {number} */
const publicRows = (db) =>
  json(
    db,
    `SELECT count(*) AS text FROM pipeline_scoreboard_cache c JOIN pipelines p ON p.id = c.source WHERE ${visible('p')}`,
  )

/** @param {dbx.Builder} db @param {string} aggregation */
function replaceRows(db, aggregation) {
  const anonymous = "p.scoreboard_visibility = 'anonymous'"
  const hiding = (/** @type {string} */ name, /** @type {string | undefined} */ empty) =>
    `CASE WHEN ${anonymous} THEN ${empty} ELSE s.${name} END`
  const names = [...plain, ...Object.keys(concealed), ...lists]
  const values = [
    ...plain.map((name) => `s.${name}`),
    ...Object.keys(concealed).map((name) => hiding(name, concealed[name])),
    ...lists.map((name) => hiding(name, "'[]'")),
  ]
  run(
    db,
    `INSERT INTO pipeline_scoreboard_cache (source, pipeline, ${names.join(', ')}, anonymous, aggregation, created, updated)
     SELECT s.pipeline, iif(${anonymous}, '', s.pipeline), ${values.join(', ')}, ${anonymous}, {:aggregation}, ${now}, ${now}
     FROM scoreboard_stage s JOIN pipelines p ON p.id = s.pipeline WHERE s.aggregation = {:aggregation}
     ON CONFLICT (source) DO UPDATE SET
       ${['pipeline', ...names, 'anonymous', 'aggregation', 'updated'].map((name) => `${name} = excluded.${name}`).join(', ')}`,
    { aggregation },
  )
  run(db, 'DELETE FROM pipeline_scoreboard_cache WHERE aggregation <> {:aggregation}', { aggregation })
}

/** Days after which the numbers of a pipeline are deleted. */
const historyDays = 400

/**
 * Records the numbers of the day if they differ from the last recorded ones.
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
