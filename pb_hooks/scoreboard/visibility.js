const { text, run } = require(`${__hooks}/scoreboard/sql.js`)

const { stateOf, writeRows, addChecks, dropChecks, writeUsing } = require(`${__hooks}/scoreboard/rows.js`)
const { writeWallets } = require(`${__hooks}/scoreboard/wallets.js`)

/** SQL for the id of a new row, in PocketBase's format. */
const newRow = "'r' || lower(hex(randomblob(7)))"

/** Deletes a pipeline's public row. @param {dbx.Builder} db @param {string} id */
const deleteRow = (db, id) =>
  run(db, 'DELETE FROM pipeline_scoreboard_cache WHERE id = (SELECT row FROM scoreboard_rows WHERE pipeline = {:id})', {
    id,
  })

/** The last committed aggregation, from which all rows come. @param {dbx.Builder} db */
const committed = (db) =>
  text(db, "SELECT committed_aggregation AS text FROM scoreboard_state WHERE id = 'current00000001'")

/**
 * Updates the number of rows that visitors see, if it changed. The number of hidden ones stays private.
 * @param {dbx.Builder} db
 */
function countRows(db) {
  const count = '(SELECT count(*) FROM pipeline_scoreboard_cache)'
  run(db, `UPDATE scoreboard_state SET rows_count = ${count} WHERE id = 'current00000001' AND rows_count <> ${count}`)
}

/** True if a record has another owner now. @param {core.Record} before @param {core.Record} record */
const isGivenAway = (before, record) => before.getString('owner') !== record.getString('owner')

/**
 * Applies a change of a pipeline's visibility at once, both ways. A row of another kind becomes a new record with
 * another id and another place in the table. A reader who compares the rows before and after can still see which
 * numbers disappeared and appeared.
 * @param {core.App} tx @param {core.Record} before @param {core.Record} pipeline
 */
function follow(tx, before, pipeline) {
  const db = tx.db()
  const [was, is] = [stateOf(before), stateOf(pipeline)]
  // Do not report a change between two private states that look the same.
  if (was !== is || before.getBool('published') !== pipeline.getBool('published'))
    run(db, "UPDATE scoreboard_state SET visibility_epoch = visibility_epoch + 1 WHERE id = 'current00000001'")
  if (was === is) {
    if (is === 'named' && isGivenAway(before, pipeline)) writeWallets(db)
    return
  }
  const what = { only: 's.pipeline = {:id}', values: { id: pipeline.id } }
  deleteRow(db, pipeline.id)
  run(db, `UPDATE scoreboard_rows SET row = ${newRow} WHERE pipeline = {:id}`, what.values)
  addChecks(db, what)
  writeRows(db, committed(db), what)
  if (dropChecks(db)) writeUsing(db, committed(db))
  countRows(db)
  if ([was, is].includes('named')) writeWallets(db)
}

/**
 * Updates the rows when a record that pipelines use is published, unpublished or moved to another parent or owner: a
 * child is public only if its parent is, and a wallet counts the runs of its owner.
 * @param {core.App} tx @param {core.Record} before @param {core.Record} record
 */
function followPublished(tx, before, record) {
  const parents = ['wallet', 'credential_issuer', 'verifier']
  const moved = parents.some((parent) => before.getString(parent) !== record.getString(parent))
  if (!moved && !isGivenAway(before, record) && before.getBool('published') === record.getBool('published')) return
  const db = tx.db()
  writeUsing(db, committed(db))
  // A check of the catalogue may now have the name of a private path.
  if (dropChecks(db)) writeUsing(db, committed(db))
  if (['wallets', 'wallet_versions'].includes(record.collection()?.name ?? '')) writeWallets(db)
}

/**
 * Deletes the row of a deleted pipeline, because a private row has no relation that would do so.
 * @param {core.App} tx @param {core.Record} pipeline
 */
function forget(tx, pipeline) {
  const db = tx.db()
  deleteRow(db, pipeline.id)
  run(db, 'DELETE FROM scoreboard_rows WHERE pipeline = {:id}', { id: pipeline.id })
  if (dropChecks(db)) writeUsing(db, committed(db))
  countRows(db)
  if (stateOf(pipeline) === 'named') writeWallets(db)
}

/**
 * A string that changes whenever the rows that visitors see, or the records shown in them, may have changed.
 * @param {core.App} app
 */
const revision = (app) =>
  text(
    app.db(),
    "SELECT committed_seq || ' ' || visibility_epoch || ' ' || content_revision AS text FROM scoreboard_state WHERE id = 'current00000001'",
  )

/**
 * What the public rows show of pipelines and of their latest successes with pictures, under the rules of these collections for
 * visitors, as JSON text. Listing the records instead runs a hook for each one inside that of the one before: PocketBase makes a
 * JavaScript engine for every one beyond its pool.
 * @param {core.App} app
 */
const namedInRows = (app) =>
  text(
    app.db(),
    `SELECT json_object('pipelines', json((SELECT json_group_array(json_object('id', p.id, 'name', p.name, 'canonified_name', p.canonified_name, 'owner', p.owner))
         FROM pipeline_scoreboard_cache c JOIN pipelines p ON p.id = c.pipeline WHERE p.published = 1)),
       'executions', json((SELECT json_group_array(json_object('id', r.id, 'screenshots', json(r.screenshots), 'started_at', r.started_at))
         FROM pipeline_scoreboard_cache c JOIN pipeline_results r ON r.id = c.latest_successful_execution JOIN pipelines p ON p.id = r.pipeline
         WHERE p.published = 1 AND coalesce(r.screenshots, '') NOT IN ('', '[]') AND json_valid(r.screenshots)))) AS text`,
  )

module.exports = { follow, followPublished, forget, revision, namedInRows }
