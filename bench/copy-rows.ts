import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** What differs between a row and its copy number `n`, by table and column, as SQL. */
export type RowCopies = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Runs SQL on the database of a PocketBase, which must not be running; returns what `sqlite3` prints. */
export const runSql = (dataDir: string, sql: string): string =>
  execFileSync('sqlite3', [join(dataDir, 'data.db')], { input: sql, encoding: 'utf8' })

/**
 * How the evidence of a session differs from that of its copies.
 * @param copyOf the id of a copy, from the column of an id
 * @param older the time of a copy, from the column of a time
 */
export function evidenceCopies(copyOf: (column: string) => string, older: (column: string) => string): RowCopies {
  const session = { session_id: copyOf('session_id') }
  return {
    exchanges: { id: copyOf('id'), ...session, at: older('at') },
    findings: { id: copyOf('id'), exchange_id: copyOf('exchange_id'), ...session },
    events: {
      id: "substr(id, 1, 80) || '-' || n",
      ...session,
      exchange_id: `iif(exchange_id = '', '', ${copyOf('exchange_id')})`,
      at: older('at'),
    },
  }
}

/** How a session differs from its copies; see `evidenceCopies`. */
export const sessionCopies = (copyOf: (column: string) => string, older: (column: string) => string) => ({
  id: copyOf('id'),
  credential_offer_id: `iif(credential_offer_id = '', '', ${copyOf('credential_offer_id')})`,
  created_at: older('created_at'),
  expires_at: older('expires_at'),
})

/** Copies the rows of each table so many times, but none that belongs to no session. PocketBase must not be running. */
export function copyRows(dataDir: string, copies: RowCopies, times: number): void {
  for (const [table, columns] of Object.entries(copies)) {
    const names = runSql(dataDir, `SELECT name FROM pragma_table_info('${table}')`).split('\n').filter(Boolean)
    const rows = 'session_id' in columns ? "WHERE session_id != ''" : ''
    runSql(
      dataDir,
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${times})
      INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.map((name) => columns[name] ?? name).join(', ')} FROM (SELECT * FROM ${table} ${rows}), numbers;
      PRAGMA wal_checkpoint(TRUNCATE);`,
    )
  }
}
