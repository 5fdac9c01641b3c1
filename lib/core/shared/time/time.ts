/**
 * Instants of the core. The only file below lib/core that may use `Date`; the current time comes from the Clock port.
 */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMillis = number & { readonly __unit: 'epoch milliseconds' }
/** Whole seconds since 1970-01-01T00:00:00Z, the NumericDate of RFC 7519 section 2. */
export type EpochSeconds = number & { readonly __unit: 'epoch seconds' }

/** Marks a number as epoch milliseconds. The caller vouches for the unit. */
export const epochMillis = (value: number): EpochMillis => value as EpochMillis
/** Marks a number as epoch seconds. The caller vouches for the unit. */
export const epochSeconds = (value: number): EpochSeconds => value as EpochSeconds

/** Rounds an instant down to whole seconds. */
export const toEpochSeconds = (instant: EpochMillis): EpochSeconds => epochSeconds(Math.floor(instant / 1000))

/** Moves an instant by a number of seconds (negative moves back). */
export const addSeconds = (instant: EpochMillis, seconds: number): EpochMillis => epochMillis(instant + seconds * 1000)

/** Start of the instant's day, in UTC. */
export const startOfDay = (instant: EpochMillis): EpochMillis => epochMillis(instant - (instant % 86_400_000))

/** Start of the instant's hour. */
export const startOfHour = (instant: EpochMillis): EpochMillis => epochMillis(instant - (instant % 3_600_000))

/** RFC 3339 in UTC with milliseconds, e.g. `2026-11-20T23:00:00.000Z`. */
export const toIso = (instant: EpochMillis): string => new Date(instant).toISOString()

/** As `Date`, for libraries that require it. */
export const toDate = (instant: EpochMillis): Date => new Date(instant)

/** Parses RFC 3339; `null` for any other text. */
export function fromIso(text: string): EpochMillis | null {
  const value = Date.parse(text)
  return Number.isNaN(value) ? null : epochMillis(value)
}
