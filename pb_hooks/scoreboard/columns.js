// Columns shared by the stage, the rows of the last aggregation and the cache, grouped by what a private row shows of
// them.

/** Shown in every row. */
const numbers = [
  'total_runs',
  'total_successes',
  'success_rate',
  'manually_executed_runs',
  'scheduled_runs',
  'CI_runs',
  'canceled_runs',
  'minimum_running_time',
  'minimum_running_time_ms',
]
/** Instants; a private row shows only the day. */
const days = ['first_execution', 'last_execution_date']
/**
 * Column → SQL of its value in a private row. The number of namespaces, and how long one has not answered, could be
 * traced to other rows of the same organisation.
 * @type {Record<string, string>}
 */
const concealed = {
  namespaces_count: '0',
  stale_since: "''",
  latest_successful_execution: "''",
  external_wallet_version: '0',
}
/**
 * SQL conditions for records that are public by themselves, as in the rules of their collections.
 * @param {string} parent @param {string} relation
 */
const childOf = (parent, relation) =>
  `t.published = 1 AND EXISTS (SELECT 1 FROM ${parent} o WHERE o.id = t.${relation} AND o.published = 1)`
/**
 * Relations: column → its collection, and the condition under which a record of it is public by itself.
 * @type {Record<string, [collection: string, isPublic: string]>}
 */
const relations = {
  wallets: ['wallets', 't.published = 1'],
  wallet_versions: ['wallet_versions', childOf('wallets', 'wallet')],
  wallet_actions: ['wallet_actions', childOf('wallets', 'wallet')],
  issuers: ['credential_issuers', 't.published = 1'],
  credentials: ['credentials', childOf('credential_issuers', 'credential_issuer')],
  verifiers: ['verifiers', 't.published = 1'],
  use_case_verifications: ['use_cases_verifications', childOf('verifiers', 'verifier')],
  custom_integrations: ['custom_checks', 't.published = 1'],
  mobile_runners: ['mobile_runners', 't.published = 1'],
}
/** SQL for the paths of records that are not public by themselves. */
const privatePaths = Object.values(relations)
  .map(([collection, isPublic]) => `SELECT t.path FROM ${collection} t WHERE NOT (${isPublic})`)
  .join(' UNION ALL ')
/** SQL for the paths that belong to a record that is public by itself; checks that rows alone have named are none. */
const publicPaths = [
  ...Object.values(relations).map(([collection, isPublic]) => `SELECT t.path FROM ${collection} t WHERE ${isPublic}`),
  'SELECT t.path FROM pipelines t WHERE t.published = 1',
  'SELECT t.path FROM conformance_checks t WHERE t.found = 0',
].join(' UNION ALL ')
/**
 * SQL condition: a text has the form of a path of another organisation than the one with this id.
 * @param {string} text @param {string} owner
 */
const isOfOther = (text, owner) =>
  `EXISTS (SELECT 1 FROM organizations o WHERE o.canonified_name = substr(${text}, 1, instr(${text}, '/') - 1) AND o.id <> ${owner})`
/** Relations and lists; a private row shows none of them. */
const lists = [...Object.keys(relations), 'conformance_checks', 'conformance_check_refs', 'runner_types', 'unresolved']
const plain = [...numbers, ...days]

module.exports = { numbers, days, plain, concealed, relations, privatePaths, publicPaths, isOfOther, lists }
