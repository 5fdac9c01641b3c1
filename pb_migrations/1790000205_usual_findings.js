// Stores findings that also occur in ordinary flows by their position in pb_hooks/evidence/usual-findings.json, and
// decoded tokens by number where the exchange already shows them in place. Older rows can still be read, so the up
// migration changes nothing. The down migration writes everything out again.
/** @typedef {{ ids: string[] } & Record<string, unknown>} Group */
/** @typedef {{ usual?: [edition: number, from: number, to: number], actual?: Record<string, unknown>, subject?: string }} Entry */
/** @typedef {{ source: unknown, shown?: unknown } & Record<string, unknown>} Token */
const page = 200

migrate(
  () => {},
  (app) => {
    const editions = /** @type {Group[][]} */ (require(`${__hooks}/evidence/usual-findings.json`)).map((groups) =>
      groups.flatMap(({ ids, ...facts }) => ids.map((id) => ({ ids: [id], ...facts }))),
    )
    /** @param {Entry} entry @returns {unknown[]} */
    const writtenOut = (entry) => {
      if (entry.usual === undefined) return [entry]
      const [edition, from, to] = entry.usual
      return (editions[edition - 1] ?? []).slice(from, to + 1).map((finding, index) => {
        const value = entry.actual?.[from + index]
        return {
          ...finding,
          ...(value === undefined ? {} : { actual: value }),
          ...(entry.subject === undefined ? {} : { subject: entry.subject }),
        }
      })
    }
    /** Every token that a value shows, in order. @param {unknown} value @returns {Record<string, unknown>[]} */
    const tokensIn = (value) => {
      if (Array.isArray(value)) return value.flatMap(tokensIn)
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([name, member]) => [
        ...(name === 'jwt' && typeof member === 'object' && member !== null && !Array.isArray(member) ? [member] : []),
        ...tokensIn(member),
      ])
    }
    /** @param {Record<string, string>} row */
    const decodedOf = ({ headers = '', query = '', body = '', response = '', decoded = '' }) => {
      const answer = JSON.parse(response)
      const shown = tokensIn([JSON.parse(headers), JSON.parse(query), JSON.parse(body), answer.headers, answer.body])
      return JSON.parse(decoded).map((/** @type {Token} */ token) => {
        const { source, shown: place, ...others } = token
        return typeof place === 'number' ? { source, ...shown[place], ...others } : token
      })
    }
    rewrite({ table: 'findings', column: 'results', marked: '"usual":' }, ({ results = '' }) =>
      JSON.parse(results).flatMap(writtenOut),
    )
    rewrite({ table: 'exchanges', column: 'decoded', marked: '"shown":' }, decodedOf)

    /**
     * Writes a column of every row whose text contains the mark. @param {{ table: string, column:
     * string, marked: string }} place @param {(row: Record<string, string>) => unknown} columnOf
     */
    function rewrite({ table, column, marked }, columnOf) {
      const columns = table === 'exchanges' ? ['headers', 'query', 'body', 'response', 'decoded'] : ['results']
      for (let after = ''; ; ) {
        const model = new DynamicModel(Object.fromEntries(['id', ...columns].map((name) => [name, ''])))
        const rows = /** @type {Record<string, string>[]} */ (arrayOf(model))
        app
          .db()
          .newQuery(
            `SELECT id, ${columns.join(', ')} FROM ${table} WHERE id > {:after} AND instr(${column}, {:marked}) > 0
             ORDER BY id LIMIT {:page}`,
          )
          .bind({ after, page, marked })
          .all(rows)
        for (const row of rows) {
          app
            .db()
            .newQuery(`UPDATE ${table} SET ${column} = {:value} WHERE id = {:id}`)
            .bind({ id: row.id, value: JSON.stringify(columnOf(row)) })
            .execute()
          after = String(row.id)
        }
        if (rows.length < page) return
      }
    }
  },
)
