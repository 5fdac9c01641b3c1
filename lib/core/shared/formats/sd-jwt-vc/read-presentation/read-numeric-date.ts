import type { EpochMillis } from '../../../time/time'
import type { Json, JsonObject } from '../../../values/json'

/** A NumericDate claim. RFC7519-2 */
export interface NumericDateReading {
  readonly present: boolean
  readonly type: 'number' | 'string' | 'other' | 'absent'
  /** Seconds since 1970; `null` if not a finite number. */
  readonly seconds: number | null
  /** Seconds after the arrival of the response, negative before it; `null` if not a finite number. */
  readonly fromNow: number | null
  /** Too large to be seconds, so it must be milliseconds. */
  readonly looksLikeMilliseconds: boolean
}

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

/** Tolerated clock difference in seconds. */
export const clockSkewSeconds = 60

/** Maximum age of a Key Binding JWT on arrival, in seconds. RFC9901-7.3 */
export const keyBindingAgeSecondsMax = 300

/** Most Disclosures to read per presentation. */
export const disclosuresMax = 1000

/** Maximum nesting of claims with all Disclosures in place. */
export const claimDepthMax = 32

/** Most values (claims, members, elements) to resolve, counted each time a Disclosure brings them. */
export const claimValuesMax = 10_000
