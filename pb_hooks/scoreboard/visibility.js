const { run } = require(`${__hooks}/scoreboard/sql.js`)

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
 * A change of who may see a pipeline acts at once. What an anonymous row must not tell leaves the table in the same
 * transaction, because blanking the answer would leave it open to filters.
 */
function follow(tx, before, pipeline) {
  const of = (record) => [record.getBool('published'), record.getString('scoreboard_visibility')]
  const [wasPublished, wasVisible] = of(before)
  const [published, visibility] = of(pipeline)
  if (wasPublished === published && wasVisible === visibility) return
  run(tx.db(), "UPDATE scoreboard_state SET visibility_epoch = visibility_epoch + 1 WHERE id = 'current00000001'")
  // Turned public again, the row stays without its entities until the next aggregation fills them.
  const emptied = visibility === 'anonymous' ? [...lists.map((name) => `${name} = '[]'`), "latest_successful_execution = ''", 'external_wallet_version = 0'] : []
  run(tx.db(), `UPDATE pipeline_scoreboard_cache SET ${[...emptied, 'anonymous = {:anonymous}'].join(', ')} WHERE pipeline = {:id}`, {
    id: pipeline.id,
    anonymous: visibility === 'anonymous',
  })
}

/** Takes the pipeline out of an anonymous row on its way to anybody but the superuser. Runs before relations are expanded. */
function conceal(e) {
  if (!e.record.getBool('anonymous')) return
  if (e.requestInfo && e.requestInfo.auth && e.requestInfo.auth.isSuperuser()) return
  e.record.set('pipeline', '')
}

module.exports = { lists, follow, conceal }
