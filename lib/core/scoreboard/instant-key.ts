import { fromIso, toIso } from '../ground/time/time'

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
  // After the year 9999 and before 0 the text has another width.
  if (utc.length !== 24) return null
  return `${utc.slice(0, 19)}.${fraction.padEnd(9, '0')}Z`
}

/** The instant of a key in PocketBase's format, to the millisecond; '' for ''. */
export const toStoredDate = (key: string): string => (key === '' ? '' : `${key.slice(0, 23).replace('T', ' ')}Z`)
