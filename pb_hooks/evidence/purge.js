const { forgetState } = require(`${__hooks}/evidence/state.js`)
const { sessions } = require(`${__hooks}/evidence/columns.js`)

/** Private keys, which are deleted once the session has ended. */
const sealedColumns = sessions.plain.filter((name) => name.startsWith('sealed_'))

/**
 * @typedef {{
 *   sessionsBefore: string | null, notesBefore: string | null, valuesBefore: string, keysBefore: string, auditBefore: string,
 *   limit: number
 * }} PurgeRequest
 */

/**
 * Deletes old rows, at most `limit` of each kind, so that no call holds the writing connection for long: sessions from
 * before `sessionsBefore` (null keeps them) with everything that belongs to them, and equally old exchanges without a
 * session, entered results, declarations and standing values; one-time values and workbenches that expired before `valuesBefore`;
 * private keys of sessions that ended before `keysBefore`; entries of audits, and keys of organisations that ended, before
 * `auditBefore`. A campaign is deleted with its last session. What a wallet did in a campaign leaves a note until
 * `notesBefore`. Returns the numbers of deleted rows.
 * @param {core.App} app @param {PurgeRequest} request
 */
function purge(app, request) {
  const counts = { sessions: 0, exchanges: 0, values: 0, keys: 0 }
  app.runInTransaction((tx) => {
    forgetState(tx)
    if (request.sessionsBefore) {
      const before = { before: request.sessionsBefore, limit: request.limit }
      const old = /** @type {core.Record[]} */ (arrayOf(new Record()))
      const older = $dbx.exp('created_at < {:before}', { before: request.sessionsBefore })
      tx.recordQuery('sessions').andWhere(older).orderBy('created_at').limit(request.limit).all(old)
      for (const session of old) {
        noteRemoved(tx, session.id)
        tx.delete(session)
      }
      counts.sessions = old.length
      // Keep a campaign as long as one of its sessions.
      run(
        tx,
        `DELETE FROM campaigns WHERE id IN (SELECT id FROM campaigns WHERE created_at < {:before} AND NOT EXISTS
         (SELECT 1 FROM sessions WHERE sessions.campaign_id = campaigns.id) LIMIT {:limit})`,
        before,
      )
      run(
        tx,
        'DELETE FROM removed_runs WHERE id IN (SELECT id FROM removed_runs WHERE created_at < {:before} LIMIT {:limit})',
        { before: request.notesBefore ?? '', limit: request.limit },
      )
      for (const table of ['entered_results', 'declarations'])
        run(
          tx,
          `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE created_at < {:before} LIMIT {:limit})`,
          before,
        )
      // The release number of an installation's list must never fall.
      run(
        tx,
        `DELETE FROM standing_values WHERE id IN (SELECT id FROM standing_values
         WHERE changed_at < {:before} AND kind != 'list_release' LIMIT {:limit})`,
        before,
      )
      const ids = `SELECT id FROM exchanges WHERE session_id = '' AND at < {:before} ORDER BY at, seq LIMIT {:limit}`
      run(tx, `DELETE FROM findings WHERE exchange_id IN (${ids})`, before)
      counts.exchanges = run(tx, `DELETE FROM exchanges WHERE id IN (${ids})`, before)
    }
    counts.values = run(
      tx,
      `DELETE FROM one_time_values WHERE id IN (SELECT id FROM one_time_values WHERE expires_at < {:before} LIMIT {:limit})`,
      { before: request.valuesBefore, limit: request.limit },
    )
    run(
      tx,
      'DELETE FROM workbenches WHERE id IN (SELECT id FROM workbenches WHERE expires_at < {:before} LIMIT {:limit})',
      { before: request.valuesBefore, limit: request.limit },
    )
    for (const [table, ended] of [
      ['audit_entries', 'at < {:before}'],
      ['api_keys', "expires_at < {:before} OR (coalesce(revoked_at, '') != '' AND revoked_at < {:before})"],
    ])
      run(tx, `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${ended} LIMIT {:limit})`, {
        before: request.auditBefore,
        limit: request.limit,
      })
    for (const column of sealedColumns)
      counts.keys += run(
        tx,
        `UPDATE sessions SET ${column} = '' WHERE id IN
         (SELECT id FROM sessions WHERE ${column} != '' AND expires_at < {:before} LIMIT {:limit})`,
        { before: request.keysBefore, limit: request.limit },
      )
  })
  return counts
}

/**
 * Notes that a session of a campaign had evidence: a request of a wallet, or a person's report. Of the sessions of a preset
 * the newest counts.
 * @param {core.App} tx @param {string} session
 */
function noteRemoved(tx, session) {
  run(
    tx,
    `INSERT INTO removed_runs (id, wallet_digest, by_operator, preset, created_at)
     SELECT {:id}, campaigns.wallet_digest, campaigns.by_operator, sessions.preset, sessions.created_at
     FROM sessions JOIN campaigns ON campaigns.id = sessions.campaign_id
     WHERE sessions.id = {:session} AND sessions.preset != ''
       AND (EXISTS (SELECT 1 FROM exchanges WHERE session_id = {:session})
         OR EXISTS (SELECT 1 FROM events WHERE session_id = {:session} AND type = 'campaign_session_ended'))
     ON CONFLICT (wallet_digest, by_operator, preset) DO UPDATE SET created_at = max(created_at, excluded.created_at)`,
    { id: $security.randomStringWithAlphabet(15, 'abcdefghijklmnopqrstuvwxyz0123456789'), session },
  )
}

/** @param {core.App} tx @param {string} sql @param {Record<string, unknown>} values @returns {number} rows that changed */
function run(tx, sql, values) {
  return tx.db().newQuery(sql).bind(values).execute().rowsAffected()
}

module.exports = { purge }
