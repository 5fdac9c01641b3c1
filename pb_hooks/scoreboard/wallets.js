const { run } = require(`${__hooks}/scoreboard/sql.js`)
const { relations } = require(`${__hooks}/scoreboard/columns.js`)
const { named } = require(`${__hooks}/scoreboard/rows.js`)

/** The ids of lib/core/scoreboard/pipelines/run-types.ts, whose test compares the two. */
const capabilities = [
  'issue_sd_jwt',
  'issue_mdoc',
  'present_sd_jwt',
  'present_mdoc',
  'haip',
  'refusals',
  'trust',
  'browser',
]

/** Days before the last aggregation from which runs count. */
const days = 90
/** Runs shown one by one. */
const shownMax = 20
/** The most that one step may count, so that no report from elsewhere outweighs all others. */
const stepMax = 1000

/** @param {string} column @param {string} otherwise */
const jsonOr = (column, otherwise) => `iif(json_valid(${column}), ${column}, '${otherwise}')`
/** A member of a list's item, which may be anything. @param {string} item @param {string} member */
const memberOf = (item, member) =>
  `CASE WHEN ${item}.type = 'object' THEN json_extract(${item}.value, '$.${member}') END`
const used = (/** @type {string} */ member) => `json_extract(${jsonOr('r.entities', '{}')}, '$.${member}')`

/**
 * Writes what the counted runs of public pipelines tell of public wallets. A run counts for the wallet that it names, if
 * it names one and no other, and if one organisation owns the wallet and the run's pipeline: nobody writes the results of
 * another's wallet. Its steps say what they counted (`capabilities`). Steps without that are left out, and so are those that
 * name neither the session nor the campaign whose evidence shows it. One session counts once for each version, as its newest
 * run tells.
 * @param {dbx.Builder} db
 */
function writeWallets(db) {
  const since = `(SELECT strftime('%Y-%m-%dT%H:%M:%S', nullif(committed_at, ''), '-${days} days') FROM scoreboard_state WHERE id = 'current00000001')`
  const known = capabilities.map((id) => `'${id}'`).join(', ')
  run(db, 'DELETE FROM wallet_capabilities_cache')
  run(
    db,
    `WITH counted AS MATERIALIZED (
       SELECT r.id AS run, r.status = 'completed' AS passed, r.closed_at AS at, t.id AS wallet, coalesce(v.id, '') AS version,
         ${jsonOr("coalesce(r.steps_whole, '')", '[]')} AS steps
       FROM pipeline_results r JOIN pipelines p ON p.id = r.pipeline
       JOIN wallets t ON t.path = ${used('wallet_used[0]')} AND t.owner = p.owner
       LEFT JOIN wallet_versions v ON v.path = ${used('wallet_version_used[0]')} AND v.wallet = t.id AND v.published = 1
       WHERE r.closed_at >= ${since} AND r.status IN ('completed', 'failed', 'timed_out') AND ${named}
         AND ${relations.wallets?.[1]} AND json_array_length(${jsonOr('r.entities', '{}')}, '$.wallet_used') = 1),
     told AS MATERIALIZED (
       SELECT c.run, c.passed AS run_passed, c.at, c.wallet, c.version,
         coalesce(${memberOf('s', 'session_id')}, ${memberOf('s', 'campaign_id')}, '') AS evidence,
         ${memberOf('k', 'id')} AS capability, ${memberOf('k', 'passed')} AS passed, ${memberOf('k', 'total')} AS total
       FROM counted c, json_each(c.steps) s,
         json_each(CASE WHEN s.type = 'object' AND json_type(s.value, '$.capabilities') = 'array'
           THEN json_extract(s.value, '$.capabilities') ELSE '[]' END) k),
     sound AS MATERIALIZED (
       SELECT * FROM told WHERE evidence <> '' AND capability IN (${known}) AND typeof(passed) = 'integer' AND typeof(total) = 'integer'
         AND passed BETWEEN 0 AND total AND total BETWEEN 1 AND ${stepMax}),
     newest AS (
       SELECT *, row_number() OVER (PARTITION BY wallet, version, capability, evidence ORDER BY at DESC, run) AS turn FROM sound),
     sums AS (
       SELECT wallet, version, capability, sum(passed) AS passed, sum(total) AS total FROM newest WHERE turn = 1
       GROUP BY wallet, version, capability),
     runs AS (SELECT DISTINCT run, run_passed, at, wallet, version FROM sound),
     ranked AS (
       SELECT *, row_number() OVER (PARTITION BY wallet, version ORDER BY at DESC, run) AS place,
         count(*) OVER (PARTITION BY wallet, version) AS many FROM runs)
     INSERT INTO wallet_capabilities_cache (id, wallet, version, capabilities, last_runs, runs, last_execution_date)
     SELECT 'w' || lower(hex(randomblob(7))), n.wallet, n.version,
       (SELECT json_group_array(json_object('id', s.capability, 'passed', s.passed, 'total', s.total))
        FROM sums s WHERE s.wallet = n.wallet AND s.version = n.version),
       (SELECT json_group_array(iif(o.run_passed, 'passed', 'failed')) FROM (
          SELECT run_passed FROM ranked l WHERE l.wallet = n.wallet AND l.version = n.version AND l.place <= ${shownMax}
          ORDER BY l.place DESC) o),
       n.many, strftime('%Y-%m-%d %H:%M:%fZ', n.at)
     FROM ranked n WHERE n.place = 1`,
  )
}

module.exports = { writeWallets, capabilities }
