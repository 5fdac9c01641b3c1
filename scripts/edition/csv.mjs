/** Splits a line of a table into cells; one with a comma or a quote is quoted. RFC 4180 section 2 @param {string} line */
const cellsOf = (line) =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )

/** The rows of a table, by the names of its columns. @param {string} csv @returns {Record<string, string>[]} */
export function readTable(csv) {
  const [head = '', ...lines] = csv.trimEnd().split(/\r?\n/)
  const columns = cellsOf(head)
  return lines.map((line) => {
    const cells = cellsOf(line)
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))
  })
}

/** @param {string} text */
const cell = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** @param {readonly string[]} columns @param {readonly Record<string, string>[]} rows */
export const writeTable = (columns, rows) =>
  [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
    .map((cells) => `${cells.map((one) => cell(one.replace(/\s+/g, ' '))).join(',')}\n`)
    .join('')
