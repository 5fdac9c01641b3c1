// Lists sessions and campaigns together. Search texts are bound as values: no SQL text comes from outside.

const { editsOf } = require(`${__hooks}/evidence/state.js`)

/**
 * @typedef {{ at: string, id: string }} Place
 * @typedef {{ text: string, deviations: string[], before: Place | null, max: number }} RunsRequest
 */

const lastName = `(SELECT json_extract(detail, '$.name') FROM events
  WHERE session_id = sessions.id AND type = 'session_named' ORDER BY at DESC, seq DESC LIMIT 1)`
const deviation = `coalesce(json_extract(options, '$.fault'), json_extract(options, '$.negative_test'), '')`
/** @param {string} words @returns {string} */
const holds = (words) => `instr(lower(${words}), lower({:text})) > 0`

/**
 * Matching runs, newest first. Each half is read in index order and stops after `max`.
 * @param {core.App} app @param {RunsRequest} request
 */
function runsOf(app, { text, deviations, before, max }) {
  /** @type {Record<string, unknown>} */
  const values = { max }
  let ofSession = ''
  let ofCampaign = ''
  if (text !== '') {
    values.text = text
    const named = deviations.map((id, index) => {
      values[`deviation${index}`] = id
      return `{:deviation${index}}`
    })
    ofSession = `AND (${holds(`coalesce(${lastName}, json_extract(options, '$.name'), '')`)}
      OR ${holds('preset')} OR ${holds(deviation)} OR ${holds('id')}
      OR ${named.length === 0 ? 'FALSE' : `${deviation} IN (${named.join(', ')})`}
      OR (campaign_id != '' AND campaign_id IN
        (SELECT id FROM campaigns WHERE ${holds(`wallet_name || ' ' || wallet_version`)})))`
    ofCampaign = `AND (${holds('name')} OR ${holds(`wallet_name || ' ' || wallet_version`)}
      OR ${holds('built_in')} OR ${holds('id')})`
  }
  let behind = ''
  if (before !== null) {
    values.at = before.at
    values.id = before.id
    behind = 'AND created_at <= {:at} AND (created_at < {:at} OR id < {:id})'
  }
  const rows = /** @type {{ kind: string, id: string, at: string }[]} */ (
    arrayOf(new DynamicModel({ kind: '', id: '', at: '' }))
  )
  app
    .db()
    .newQuery(
      `SELECT * FROM (SELECT kind, id, created_at AS at FROM sessions WHERE TRUE ${behind} ${ofSession}
         ORDER BY created_at DESC, id DESC LIMIT {:max})
       UNION ALL
       SELECT * FROM (SELECT 'campaign' AS kind, id, created_at AS at FROM campaigns WHERE TRUE ${behind} ${ofCampaign}
         ORDER BY created_at DESC, id DESC LIMIT {:max})
       ORDER BY at DESC, id DESC LIMIT {:max}`,
    )
    .bind(values)
    .all(rows)
  return rows.map(({ kind, id, at }) => ({ kind, id, at }))
}

/** @typedef {{ wallet: string, operatorOnly: boolean, mark: string | null }} WalletRunsRequest `wallet`: its digest */

/**
 * The sessions of all campaigns of a wallet and version, with the columns that decide which of them count. `mark`
 * changes with every added campaign, session, entered result and declaration, as in `markOf`. `sessions` is `null` if
 * the caller's mark is current; with `added`, it holds only the sessions added since. It is one JSON text, because
 * making an object per row here costs more than reading the row.
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

module.exports = { runsOf, walletRunsOf }
