/**
 * Reads CSV strictly: lines end with CR LF, quotes enclose a whole cell or are doubled inside one, and every record has
 * as many cells as the first. Throws for anything else. RFC 4180 section 2
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (found === null)
      throw new Error(`No cell of RFC 4180 begins at ${at}: ${JSON.stringify(text.slice(at, at + 60))}`)
    const [, quoted, plain = '', end] = found
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') records.push([])
  }
  if (records.pop()?.length !== 0) throw new Error('The last line has no end.')
  const uneven = records.findIndex(({ length }) => length !== records[0]?.length)
  if (uneven !== -1) throw new Error(`Record ${uneven + 1} has ${records[uneven]?.length} cells.`)
  return records
}
