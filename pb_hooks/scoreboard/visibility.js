const { text, run } = require(`${__hooks}/scoreboard/sql.js`)

const { stateOf, writeRows, addChecks, dropChecks, writeListed } = require(`${__hooks}/scoreboard/rows.js`)

/** SQL of the id of a new row, as PocketBase makes it. */
const newRow = "'r' || lower(hex(randomblob(7)))"

/** Deletes the row that visitors see of a pipeline. @param {dbx.Builder} db @param {string} id */
const deleteRow = (db, id) =>
  run(db, 'DELETE FROM pipeline_scoreboard_cache WHERE id = (SELECT row FROM scoreboard_rows WHERE pipeline = {:id})', {
    id,
  })

/** The aggregation that all rows come from. @param {dbx.Builder} db */
const committed = (db) =>
  text(db, "SELECT committed_aggregation AS text FROM scoreboard_state WHERE id = 'current00000001'")

/**
 * Counts the rows that visitors see; the number of others stays private. Writes only another number. @param {dbx.Builder} db
 */
function countRows(db) {
  const count = '(SELECT count(*) FROM pipeline_scoreboard_cache)'
  run(db, `UPDATE scoreboard_state SET rows_count = ${count} WHERE id = 'current00000001' AND rows_count <> ${count}`)
}

/**
 * A change of a pipeline's visibility takes effect at once, both ways. A row of another kind is another record, with another
 * id and another place in the table. Who reads before and after a change still sees which numbers went and came.
 * @param {core.App} tx @param {core.Record} before @param {core.Record} pipeline
 */
function follow(tx, before, pipeline) {
  const db = tx.db()
  const [was, is] = [stateOf(before), stateOf(pipeline)]
  // A change between two private states that look the same is not reported.
  if (was !== is || before.getBool('published') !== pipeline.getBool('published'))
    run(db, "UPDATE scoreboard_state SET visibility_epoch = visibility_epoch + 1 WHERE id = 'current00000001'")
  if (was === is) return
  const what = { only: 's.pipeline = {:id}', values: { id: pipeline.id } }
  deleteRow(db, pipeline.id)
  run(db, `UPDATE scoreboard_rows SET row = ${newRow} WHERE pipeline = {:id}`, what.values)
  addChecks(db, what)
  writeRows(db, committed(db), what)
  if (dropChecks(db)) writeListed(db, committed(db))
  countRows(db)
}

/**
 * When something that pipelines use is published or no longer is, or gets another parent, the rows that list what is public by
 * itself follow: a child is public only with its parent.
 * @param {core.App} tx @param {core.Record} before @param {core.Record} record
 */
function followPublished(tx, before, record) {
  const parents = ['wallet', 'credential_issuer', 'verifier']
  const moved = parents.some((parent) => before.getString(parent) !== record.getString(parent))
  if (moved || before.getBool('published') !== record.getBool('published')) writeListed(tx.db(), committed(tx.db()))
}

/**
 * Deletes the row of a deleted pipeline; a private row has no relation that would do so. @param {core.App} tx @param
 * {core.Record} pipeline
 */
function forget(tx, pipeline) {
  const db = tx.db()
  deleteRow(db, pipeline.id)
  run(db, 'DELETE FROM scoreboard_rows WHERE pipeline = {:id}', { id: pipeline.id })
  if (dropChecks(db)) writeListed(db, committed(db))
  countRows(db)
}

/**
 * A string that changes whenever the rows that visitors see, or what these show, may have changed. @param {core.App}
 * app
 */
const revision = (app) =>
  text(
    app.db(),
    "SELECT committed_seq || ' ' || visibility_epoch || ' ' || content_revision AS text FROM scoreboard_state WHERE id = 'current00000001'",
  )

module.exports = { follow, followPublished, forget, revision }
