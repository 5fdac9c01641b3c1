import { visibleText } from '../../ground/values/visible-text'

/** Escapes a text so that Markdown shows it literally on one line, even inside a table and whatever the wallet sent. */
export const plainText = (text: string): string =>
  visibleText(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&@-]/g, (sign) => `\\${sign}`)

/** Returns a value as inline code, fenced by more backticks than it contains in a row. */
export function code(text: string): string {
  const line = visibleText(text).replace(/\s+/g, ' ')
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return line === '' ? '' : `${fence}${pad}${line}${pad}${fence}`
}

/** Inline code in a cell of a table: a `|` ends the cell even there, and only there a backslash before it is not shown. */
export const codeInCell = (text: string): string => code(text).replaceAll('|', '\\|')
