// The SQL of a commit. Values are bound as received, because letting SQLite parse their JSON would cost more than the
// rest of the commit.

const tables = require(`${__hooks}/evidence/columns.js`)

/** @typedef {import('./batch.js').Table} Table */

/**
 * @param {Table} table @param {string} [otherwise] the conflict clause for a row that already exists, instead of
 * failing
 */
function insertion(table, otherwise = '') {
  const { plain, json } = tables[table]
  const columns = [...plain, ...json]
  const names = columns.map((name) => `"${name}"`).join(', ')
  return `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})${otherwise}`
}

/** Replaces a row, found by its first two columns and its version. Values: the other columns, then those three. */
function replacement() {
  const { plain, json } = tables.standing_values
  const [kind, digest, ...others] = [...plain, ...json]
  return `UPDATE standing_values SET ${others.map((name) => `${name} = ?`).join(', ')}
    WHERE ${kind} = ? AND ${digest} = ? AND version = CAST(? AS INTEGER)`
}

/** Assigns a record without a session to one. Values: the session, the record. @param {Table} table */
const binding = (table) => `UPDATE ${table} SET session_id = ? WHERE id = ? AND session_id = ''`

/** Columns of a workbench that stay: what identifies it, and the number that only its sessions raise. */
const fixed = ['digest', 'door_digest', 'created_at', 'last_number']
const changingColumns = [...tables.workbenches.plain, ...tables.workbenches.json].filter(
  (name) => !fixed.includes(name),
)

const statements = {
  campaigns: insertion('campaigns'),
  declarations: insertion('declarations'),
  entered_results: insertion('entered_results'),
  sessions: insertion('sessions'),
  exchanges: insertion('exchanges'),
  findings: insertion('findings'),
  events: insertion('events'),
  one_time_values: insertion('one_time_values'),
  value_unless_known: insertion('one_time_values', ' ON CONFLICT (kind, digest) DO NOTHING'),
  /** Marks a value as used; changes no row if it can no longer be used. Values: when, its kind, its digest. */
  consumption: `UPDATE one_time_values SET consumed_at = ?
    WHERE kind = ? AND digest = ? AND consumed_at = '' AND revoked_at = ''`,
  /** Revokes every value derived from a value. Values: when, their kind, the digest of their parent. */
  revocation: `UPDATE one_time_values SET revoked_at = ? WHERE kind = ? AND parent = ? AND revoked_at = ''`,
  standing_values: insertion('standing_values'),
  /** Changes no row if another version stands there. */
  replacement: replacement(),
  workbenches: insertion('workbenches'),
  /** Counts a session of a workbench that has not ended. Values: when, its new end, its digest, when. */
  next_number: `UPDATE workbenches SET last_number = last_number + 1, used_at = ?, expires_at = ?
    WHERE digest = ? AND expires_at > ?`,
  /** Gives a session that number. Values: the workbench, the session, the workbench. */
  session_number: `UPDATE sessions SET number = (SELECT last_number FROM workbenches WHERE digest = ?)
    WHERE id = ? AND workbench = ?`,
  /** Changes no row if another version stands there. */
  reworked: `UPDATE workbenches SET ${changingColumns.map((name) => `${name} = ?`).join(', ')}
    WHERE digest = ? AND version = CAST(? AS INTEGER)`,
  /** Values: the name, the campaign. */
  campaign_name: 'UPDATE campaigns SET name = ? WHERE id = ?',
  bound_exchange: binding('exchanges'),
  bound_findings: binding('findings'),
}

module.exports = { changingColumns, statements }
