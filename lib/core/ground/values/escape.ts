/** How a formula begins. Spreadsheets pass over characters that nobody sees, so they hide none here. */
const formulaStart = /^(?:[\t\r\n]|[\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u

/**
 * A cell that no spreadsheet takes for a formula: what begins like one gets an apostrophe in front. Quotes are doubled, and
 * lines end as in RFC 4180 section 2.
 */
export function csvCell(value: unknown): string {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '')
  const safe = typeof value === 'number' || !formulaStart.test(text) ? text : `'${text}`
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A text as it may be in HTML, in a quoted attribute too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Characters without a picture of their own: they reorder what is beside them, hide, or steer a terminal. Not among them
 * are tabs, line ends, and the joiners of words and emoji. UAX #9 section 2
 */
const unseen = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Most texts are of these characters alone, which is found out in a fraction of the time. */
const plain = /^[\t\n\r\x20-\x7e]*$/

/** Returns a text with the names of characters that would not be seen: `[U+202E]`. Others are as they were. */
export const visibleText = (text: string): string =>
  plain.test(text)
    ? text
    : text.replace(unseen, (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)

/**
 * The same for every text and every name in a value of objects and lists. What holds no such character is returned itself,
 * not a copy of it.
 */
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
