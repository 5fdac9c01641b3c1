// Lists sessions and campaigns together. What testers wrote, and what is searched for, are values of the statement: no
// part of its text comes from outside.

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
 * The runs that match, newest first, at most `max`. Each half is read in the order of its index and ends after so many.
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

module.exports = { runsOf }
