import type { EpochMillis } from '../../../time/time'
import type { Json, JsonObject } from '../../../values/json'
import type { NumericDateReading } from './numeric-date-reading'

/** Seconds beyond the year 5000: the number must be milliseconds. */
const plausibleSecondsMax = 100_000_000_000

/** Reads a NumericDate claim relative to `now`. RFC7519-2 */
export function readNumericDate(claims: JsonObject | null, name: string, now: EpochMillis): NumericDateReading {
  const value: Json | undefined = claims !== null && Object.hasOwn(claims, name) ? claims[name] : undefined
  const seconds = typeof value === 'number' && Number.isFinite(value) ? value : null
  return {
    present: value !== undefined,
    type:
      value === undefined
        ? 'absent'
        : typeof value === 'number'
          ? 'number'
          : typeof value === 'string'
            ? 'string'
            : 'other',
    seconds,
    fromNow: seconds === null ? null : seconds - now / 1000,
    looksLikeMilliseconds: seconds !== null && seconds > plausibleSecondsMax,
  }
}
