/** The start of a formula. Spreadsheets skip invisible characters, so this does too. */
const formulaStart = /^(?:[\t\r\n]|[\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u

/**
 * A CSV cell that no spreadsheet interprets as a formula: an apostrophe precedes what looks like one. Quotes are
 * doubled, and lines end as in RFC 4180 section 2.
 */
export function csvCell(value: unknown): string {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '')
  const safe = typeof value === 'number' || !formulaStart.test(text) ? text : `'${text}`
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Invisible characters: they reorder their surroundings, hide, or control a terminal. Excludes tabs, line ends, and
 * joiners of words and emoji. UAX #9 section 2
 */
const unseen = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Fast path: most texts contain only these characters. */
const plain = /^[\t\n\r\x20-\x7e]*$/

/** Replaces invisible characters by their code points: `[U+202E]`. */
export const visibleText = (text: string): string =>
  plain.test(text)
    ? text
    : text.replace(unseen, (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)

/** Applies `visibleText` to every key and string of a JSON value. Unchanged parts are returned as is, not copied. */
export function visibleTexts<Value>(value: Value): Value {
  return shown(value) as Value
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(shown)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const entries = Object.entries(value)
  const changed = entries.map(([name, inner]) => [visibleText(name), shown(inner)] as const)
  const isSame = changed.every(([name, inner], index) => name === entries[index]?.[0] && inner === entries[index]?.[1])
  return isSame ? value : Object.fromEntries(changed)
}
