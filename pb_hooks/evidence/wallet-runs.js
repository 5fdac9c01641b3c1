const { editsOf } = require(`${__hooks}/evidence/state.js`)

/** @typedef {{ wallet: string, operatorOnly: boolean, mark: string | null }} WalletRunsRequest `wallet`: its digest */

/**
 * The sessions of all campaigns of a wallet and version, newest first, with only what tells which of them count. `mark`
 * changes with each campaign, session and entered result that is added, as in `markOf`; `sessions` is `null` where it is
 * the one that was asked with. They are one text, because each row that this server makes an object of costs more than
 * to read it.
 * @param {core.App} app @param {WalletRunsRequest} request
 */
function walletRunsOf(app, { wallet, operatorOnly, mark: known }) {
  const own = operatorOnly ? 'AND by_operator = TRUE' : ''
  const campaigns = `SELECT id FROM campaigns WHERE wallet_digest = {:wallet} ${own}`
  const counts = new DynamicModel({ campaigns: 0, sessions: 0, entered: 0, newest: 0 })
  app
    .db()
    .newQuery(
      `SELECT (SELECT count(*) FROM (${campaigns})) AS campaigns,
         (SELECT count(*) FROM sessions WHERE campaign_id IN (${campaigns})) AS sessions,
         count(*) AS entered, coalesce(max(seq), 0) AS newest
       FROM entered_results WHERE wallet_digest = {:wallet} ${own}`,
    )
    .bind({ wallet })
    .one(counts)
  const mark = [editsOf(app), counts.campaigns, counts.sessions, counts.entered, counts.newest].join(' ')
  if (mark === known) return { mark, sessions: null }
  const row = new DynamicModel({ sessions: '' })
  app
    .db()
    .newQuery(
      `SELECT json_group_array(json_array(id, kind, preset, created_at)) AS sessions FROM
         (SELECT id, kind, preset, created_at FROM sessions WHERE campaign_id IN (${campaigns})
          ORDER BY created_at DESC, id)`,
    )
    .bind({ wallet })
    .one(row)
  return { mark, sessions: row.sessions }
}

module.exports = { walletRunsOf }
