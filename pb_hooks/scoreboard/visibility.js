const { text, run } = require(`${__hooks}/scoreboard/sql.js`)

const lists = [
  'wallets',
  'wallet_versions',
  'wallet_actions',
  'issuers',
  'credentials',
  'verifiers',
  'use_case_verifications',
  'custom_integrations',
  'mobile_runners',
  'conformance_checks',
  'conformance_check_refs',
  'runner_types',
  'unresolved',
]

/**
 * A change of a pipeline's visibility takes effect at once. What an anonymous row must not reveal is deleted from the
 * table in the same transaction: blanking only the answer would leave it open to filters, and a hook on every row read
 * costs a millisecond each.
 * @param {core.App} tx @param {core.Record} before @param {core.Record} pipeline
 */
function follow(tx, before, pipeline) {
  /** @param {core.Record} record @returns {[boolean, string]} */
  const of = (record) => [record.getBool('published'), record.getString('scoreboard_visibility')]
  const [wasPublished, wasVisible] = of(before)
  const [published, visibility] = of(pipeline)
  if (wasPublished === published && wasVisible === visibility) return
  // A change between two private states is not reported.
  if (shown(published, visibility) !== shown(wasPublished, wasVisible))
    run(tx.db(), "UPDATE scoreboard_state SET visibility_epoch = visibility_epoch + 1 WHERE id = 'current00000001'")
  // When a row becomes public again, it has no entities until the next aggregation.
  const anonymous = visibility === 'anonymous'
  const emptied = anonymous
    ? [...lists.map((name) => `${name} = '[]'`), "latest_successful_execution = ''", 'external_wallet_version = 0']
    : []
  const set = [...emptied, `pipeline = ${anonymous ? "''" : 'source'}`, `anonymous = ${anonymous ? 1 : 0}`]
  run(tx.db(), `UPDATE pipeline_scoreboard_cache SET ${set.join(', ')} WHERE source = {:id}`, { id: pipeline.id })
}

/**
 * What visitors see of a pipeline: the pipeline, its row with names, its row without. @param {boolean} published @param
 * {string} visibility
 */
function shown(published, visibility) {
  const row = visibility === 'anonymous' ? 'anonymous' : published && visibility !== 'hidden' ? 'named' : 'none'
  return `${published} ${row}`
}

/**
 * Deletes the row of a deleted pipeline; an anonymous row has no relation that would do so. @param {core.App} tx @param
 * {core.Record} pipeline
 */
function forget(tx, pipeline) {
  run(tx.db(), 'DELETE FROM pipeline_scoreboard_cache WHERE source = {:id}', { id: pipeline.id })
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

module.exports = { lists, follow, forget, revision }
