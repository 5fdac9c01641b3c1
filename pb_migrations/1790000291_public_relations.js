// Removes private records from the rows of published pipelines, where visitors could count and track their ids.
// `scoreboard_rows` keeps them, and the down migration restores them.
const childOf = (/** @type {string} */ parent, /** @type {string} */ relation) =>
  `t.published = 1 AND EXISTS (SELECT 1 FROM ${parent} o WHERE o.id = t.${relation} AND o.published = 1)`
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
const names = ['conformance_checks', 'runner_types']
const listOf = (/** @type {string} */ column) => `json_each(iif(json_valid(${column}), ${column}, '[]')) n`
const isNamed = (/** @type {string} */ row) => `${row}.anonymous = 0`

migrate(
  (app) => {
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    const isPrivate = Object.values(relations)
      .map(([collection, isPublic]) => `SELECT t.path FROM ${collection} t WHERE NOT (${isPublic})`)
      .join(' UNION ALL ')
    const lists = [
      ...Object.entries(relations).map(
        ([column, [collection, isPublic]]) =>
          `${column} = (SELECT json_group_array(n.value) FROM ${listOf(`c.${column}`)} CROSS JOIN ${collection} t ON t.id = n.value WHERE ${isPublic})`,
      ),
      ...names.map(
        (column) =>
          `${column} = (SELECT json_group_array(n.value) FROM ${listOf(`c.${column}`)} WHERE n.value NOT IN (${isPrivate}))`,
      ),
    ]
    run(`UPDATE pipeline_scoreboard_cache AS c SET ${lists.join(', ')} WHERE ${isNamed('c')}`)
    run(`DELETE FROM conformance_checks WHERE found = 1 AND path IN (${isPrivate})`)
    run(`UPDATE pipeline_scoreboard_cache AS c SET conformance_check_refs = (SELECT json_group_array(t.id)
      FROM ${listOf('c.conformance_checks')} CROSS JOIN conformance_checks t ON t.path = n.value) WHERE ${isNamed('c')}`)
  },
  (app) => {
    const lists = [
      ...Object.entries(relations).map(
        ([column, [collection]]) =>
          `${column} = (SELECT json_group_array(n.value) FROM ${listOf(`s.${column}`)} CROSS JOIN ${collection} t ON t.id = n.value)`,
      ),
      ...names.map((column) => `${column} = s.${column}`),
    ]
    app
      .db()
      .newQuery(
        `UPDATE pipeline_scoreboard_cache AS c SET ${lists.join(', ')} FROM scoreboard_rows s WHERE s.row = c.id AND ${isNamed('c')}`,
      )
      .execute()
  },
)
