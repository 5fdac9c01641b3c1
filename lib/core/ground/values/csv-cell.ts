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
