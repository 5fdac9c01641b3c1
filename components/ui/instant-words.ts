/** The smallest unit of an instant that is shown. */
export type InstantUnit = 'minute' | 'second'

const lengths: Readonly<Record<InstantUnit, number>> = { minute: 16, second: 19 }

/** An instant (RFC 3339, in UTC) in UTC, e.g. `2026-11-14 09:41 UTC`; to the millisecond where no unit is named. */
export const utcInstant = (at: string, to?: InstantUnit): string =>
  `${(to === undefined ? at.replace('Z', '') : at.slice(0, lengths[to])).replace('T', ' ')} UTC`

/**
 * The same instant in a zone, by default that of the browser, with the name of the zone: `2026-11-14 10:41 CET`. A text that is
 * no instant stays as it is.
 */
export function localInstant(at: string, to: InstantUnit, timeZone?: string): string {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return at
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).formatToParts(instant)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const time = `${of('hour')}:${of('minute')}${to === 'second' ? `:${of('second')}` : ''}`
  return `${of('year')}-${of('month')}-${of('day')} ${time} ${of('timeZoneName')}`
}
