// The columns that the stage and the cache share. An anonymous row contains neither lists nor concealed values.
const plain = [
  'total_runs',
  'total_successes',
  'success_rate',
  'manually_executed_runs',
  'scheduled_runs',
  'CI_runs',
  'minimum_running_time',
  'minimum_running_time_ms',
  'first_execution',
  'last_execution_date',
  'namespaces_count',
  'stale_since',
]
/** @type {Record<string, string>} column → SQL of its empty value */
const concealed = { latest_successful_execution: "''", external_wallet_version: '0' }
const { lists } = require(`${__hooks}/scoreboard/visibility.js`)

module.exports = { plain, concealed, lists }
