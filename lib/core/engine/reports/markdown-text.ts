import { visibleText } from '../../ground/values/visible-text'

/** Returns a text as Markdown shows it literally, in one line: also inside a table and whatever the wallet sent. */
export const plainText = (text: string): string =>
  visibleText(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&@-]/g, (sign) => `\\${sign}`)

/** Returns a value as code; a fence that is longer than any run of backticks inside keeps it in. */
export function code(text: string): string {
  const line = visibleText(text).replace(/\s+/g, ' ').replaceAll('|', '\\|')
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return line === '' ? '' : `${fence}${pad}${line}${pad}${fence}`
}
