/**
 * The tree that Next streams with a page, in one piece:
 * https://github.com/facebook/react/tree/main/packages/react-server. It arrives in rows that refer to each other; which
 * parts get rows of their own, and in which order, depends on timing. So each row is inlined at its first reference.
 */
export function streamedText(text: string): string {
  const rows = rowsOf(Buffer.from(text, 'utf8'))
  const shown = new Map<string, number>()
  const expanded = (id: string): string => {
    const before = shown.get(id)
    if (before !== undefined) return `<part ${before}>`
    shown.set(id, shown.size + 1)
    return (rows.get(id) ?? '').replace(
      /"\$[L@]?([0-9a-f]+)(?=(?::[^"]*)?")((?::[^"]*)?)"/g,
      (found, other: string, rest: string) => (rows.has(other) ? `${expanded(other)}${rest}` : found),
    )
  }
  const tree = expanded('0')
  const unused = [...rows.keys()].filter((id) => !shown.has(id) && !isModule(rows.get(id) ?? ''))
  return [tree, ...unused.map(expanded).sort()].join('\n').replaceAll('["$",', '⏎\n["$",')
}

const isModule = (row: string): boolean => row.startsWith('<module')

/** The rows by id. A module is reduced to its name, a text to its content; hints to load files are left out. */
function rowsOf(bytes: Buffer): ReadonlyMap<string, string> {
  const rows = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const colon = bytes.indexOf(':', at)
    if (colon === -1) break
    const id = bytes.toString('utf8', at, colon)
    if (bytes[colon + 1] === 'T'.charCodeAt(0)) {
      const comma = bytes.indexOf(',', colon)
      const end = comma + 1 + Number.parseInt(bytes.toString('utf8', colon + 2, comma), 16)
      rows.set(id, JSON.stringify(bytes.toString('utf8', comma + 1, end)))
      at = end
      continue
    }
    const newline = bytes.indexOf('\n', colon)
    const end = newline === -1 ? bytes.length : newline
    const row = bytes.toString('utf8', colon + 1, end)
    if (id !== '') rows.set(id, row.startsWith('I[') ? moduleOf(row) : row)
    at = end + 1
  }
  return rows
}

const moduleOf = (row: string): string => `<module ${/"([^"]*)"(?:,1)?\]$/.exec(row)?.[1] ?? row}>`
