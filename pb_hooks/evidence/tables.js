// How rows become records: one prepared INSERT per table, with values bound as received. SQLite must not parse the
// JSON, which would cost more than the rest of a commit.

const tables = require(`${__hooks}/evidence/columns.js`)

/** @typedef {keyof typeof tables} Table */
/** @typedef {unknown[]} Row one value for each column of the table, the JSON columns as JSON text */
/** @typedef {(values: unknown[]) => number} Statement runs with these values; answers how many rows it changed */

/** Statements of one transaction, each prepared at its first use. @param {core.App} tx */
function openStatements(tx) {
  /** @type {Map<string, dbx.Query>} */
  const open = new Map()
  return {
    /**
     * Runs SQL with parameters named v0, v1 and so on. Returns the number of changed rows. @param {string} sql @param
     * {unknown[]} values @returns {number}
     */
    run(sql, values) {
      let query = open.get(sql)
      if (query === undefined) {
        query = tx.db().newQuery(sql)
        query.prepare()
        open.set(sql, query)
      }
      /** @type {Record<string, unknown>} */
      const bound = {}
      for (let index = 0; index < values.length; index++) bound[`v${index}`] = values[index]
      return query.bind(bound).execute().rowsAffected()
    },
    close() {
      for (const query of open.values()) query.close()
    },
  }
}

/**
 * @param {Table} table @param {string} [otherwise] the conflict clause for a row that already exists, instead of
 * failing
 */
function insertion(table, otherwise = '') {
  const { plain, json } = tables[table]
  const columns = [...plain, ...json]
  const names = columns.map((name) => `"${name}"`).join(', ')
  return `INSERT INTO ${table} (${names}) VALUES (${columns.map((_, index) => `{:v${index}}`).join(', ')})${otherwise}`
}

const insertions = {
  campaigns: insertion('campaigns'),
  entered_results: insertion('entered_results'),
  sessions: insertion('sessions'),
  exchanges: insertion('exchanges'),
  findings: insertion('findings'),
  events: insertion('events'),
  one_time_values: insertion('one_time_values'),
}

const insertionUnlessKnown = insertion('one_time_values', ' ON CONFLICT (kind, digest) DO NOTHING')

module.exports = { openStatements, insertions, insertionUnlessKnown }
