import { fromIso, toIso } from '../shared/time/time'

const pattern = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/

/**
 * Converts an RFC 3339 instant to UTC with nine fractional digits, so that keys sort like the instants, to the
 * nanosecond. `null` if the text is not an instant.
 */
export function instantKey(text: string): string | null {
  const [, date, time, fraction = '', zone = ''] = pattern.exec(text) ?? []
  if (date === undefined || time === undefined) return null
  const seconds = fromIso(`${date}T${time}${zone.toUpperCase()}`)
  if (seconds === null) return null
  const utc = toIso(seconds)
  // Before year 0 and after 9999, the text has another length.
  if (utc.length !== 24) return null
  return `${utc.slice(0, 19)}.${fraction.padEnd(9, '0')}Z`
}

/** The instant of a key in PocketBase's format, to the millisecond; '' for ''. */
export const toStoredDate = (key: string): string => (key === '' ? '' : `${key.slice(0, 23).replace('T', ' ')}Z`)

const unitMillis: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/**
 * A number and its unit. A string rather than a regex literal: bundling keeps `μ` in a pattern, and V8 then stores the
 * whole file with two bytes per character.
 */
const part = `(\\d+(?:\\.\\d+)?)(${Object.keys(unitMillis).join('|')})`

const whole = new RegExp(`^(?:${part})+$`)

const parts = new RegExp(part, 'g')

/**
 * Parses a duration such as `1h2m3s`, `5m45s` or `800ms`. Returns milliseconds; `null` if the text is not a duration or
 * is negative.
 */
export function readRunningTime(text: string): number | null {
  if (!whole.test(text)) return null
  let millis = 0
  for (const [, amount, unit] of text.matchAll(parts)) millis += Number(amount) * (unitMillis[unit ?? ''] ?? 0)
  return Number.isFinite(millis) ? millis : null
}

/** Formats milliseconds: `442ms`, `5.442s`, `5m45s`, `1h2m3s`. From one minute on, it truncates to whole seconds. */
export function writeRunningTime(millis: number): string {
  const whole = Math.round(millis)
  if (whole > 0 && whole < 1000) return `${whole}ms`
  if (whole < 60_000) return `${whole / 1000}s`
  const seconds = Math.floor(whole / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}m${seconds % 60}s`
  return `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds % 60}s`
}
