const { editsOf } = require(`${__hooks}/evidence/state.js`)

/** @typedef {{ wallet: string, operatorOnly: boolean, mark: string | null }} WalletRunsRequest `wallet`: its digest */

/**
 * The sessions of all campaigns of a wallet and version, with only what tells which of them count. `mark` changes with each
 * campaign, session, entered result and declaration that is added, as in `markOf`. Where it is the one that was asked with, `sessions`
 * is `null`; where nothing was deleted since, they are those that were `added`, because rows are only added. They are one
 * text, because each row that this server makes an object of costs more than to read it.
 * @param {core.App} app @param {WalletRunsRequest} request
 */
function walletRunsOf(app, { wallet, operatorOnly, mark: known }) {
  const own = operatorOnly ? 'AND by_operator = TRUE' : ''
  const campaigns = `SELECT id FROM campaigns WHERE wallet_digest = {:wallet} ${own}`
  const counts = new DynamicModel({ campaigns: 0, sessions: 0, last: 0, entered: 0, newest: 0, declared: 0, latest: 0 })
  app
    .db()
    .newQuery(
      `SELECT (SELECT count(*) FROM (${campaigns})) AS campaigns, sessions, last,
         count(*) AS entered, coalesce(max(seq), 0) AS newest,
         (SELECT count(*) FROM declarations WHERE wallet_digest = {:wallet} ${own}) AS declared,
         (SELECT coalesce(max(seq), 0) FROM declarations WHERE wallet_digest = {:wallet} ${own}) AS latest
       FROM (SELECT count(*) AS sessions, coalesce(max(rowid), 0) AS last FROM sessions WHERE campaign_id IN (${campaigns}))
       LEFT JOIN entered_results ON wallet_digest = {:wallet} ${own}`,
    )
    .bind({ wallet })
    .one(counts)
  const edits = editsOf(app)
  const { last, sessions, campaigns: started, entered, newest, declared, latest } = counts
  const mark = [edits, last, sessions, started, entered, newest, declared, latest].join(' ')
  if (mark === known) return { mark, added: true, sessions: null }
  const [editsBefore, lastBefore] = (known ?? '').split(' ')
  const added = editsBefore === edits
  const row = new DynamicModel({ sessions: '' })
  app
    .db()
    .newQuery(
      `SELECT json_group_array(json_array(id, kind, preset, created_at)) AS sessions FROM
         (SELECT id, kind, preset, created_at FROM sessions WHERE campaign_id IN (${campaigns}) AND rowid > {:after}
          ORDER BY created_at DESC, id)`,
    )
    .bind({ wallet, after: added ? Number(lastBefore) : 0 })
    .one(row)
  return { mark, added, sessions: row.sessions }
}

module.exports = { walletRunsOf }
