const dayMillis = 86_400_000
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'

/** Sources of regular expressions, one for each notation of an instant or a day. */
export const timeForms = {
  iso: String.raw`\d{4}-\d\d-\d\d(?:T|%20|\+| )\d\d(?::|%3A)\d\d(?:(?::|%3A)\d\d(?:\.\d+)?)?(?: ?UTC|Z|[+-]\d\d:\d\d)?`,
  day: String.raw`\d{4}-\d\d-\d\d(?![\w-])`,
  http: String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:${months}) \d{4} \d\d:\d\d:\d\d GMT`,
  written: String.raw`\d{1,2} (?:${months})[a-z]* \d{4}(?:,? (?:at )?\d\d:\d\d(?::\d\d)?)?`,
  clock: String.raw`\d\d:\d\d:\d\d(?:\.\d+)?(?![\w:])`,
  epoch: String.raw`\d{10}(?:\d{3})?(?:\.\d+)?(?![\w-])`,
}

/**
 * Whether a time can come from the clock of the run. Certificates are valid for years afterwards, and deliberately
 * wrong ones ended a year before; a day without a time is that of the run, or of a birth long ago.
 */
export function isOfRun(millis: number, now: number, daysBefore: number): boolean {
  return millis > now - daysBefore * dayMillis && millis < now + 20 * 366 * dayMillis
}

/** The instant in a matched text, in epoch milliseconds; `NaN` if it is none. */
export function instantOf(text: string): number {
  if (/^\d{13}/.test(text)) return Number(text)
  if (/^\d{10}/.test(text)) return Number(text) * 1000
  const plain = text
    .replaceAll('%3A', ':')
    .replace(/%20|\+(?=\d\d:\d\d:\d\d)/, ' ')
    .replace(' at ', ' ')
  return Date.parse(plain)
}
