import { type Outcome, pass, type Reason, tolerated, violated } from '../../engine/checks/check'
import { formOf } from '../../engine/judgements/shown'
import { clockSkewPastSeconds } from '../../shared/time/durations'
import { isObject } from '../../shared/values/json'
import { say } from '../../shared/values/wording'

const daySeconds = 86_400

/** For at least so long a provider has to be able to keep a status. TS3-2.4.2 */
const ableSeconds = 31 * daySeconds

/** Later than the year 5000: a time in milliseconds. */
export const millisecondsFrom = 1e11

/** A period in words: in whole days, below one in hours. Never rounded up: 30 days and a half are no 31 days. */
export function daysWords(seconds: number): string {
  const days = Math.floor(seconds / daySeconds)
  if (days >= 1) return `${days} ${days === 1 ? 'day' : 'days'}`
  const hours = Math.max(0, Math.floor(seconds / 3600))
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** Seconds for which a status is still kept; `null` without a time. */
export function keptSeconds(value: unknown, nowSeconds: number): number | null {
  const exp = isObject(value) ? value.exp : null
  return typeof exp === 'number' ? exp - nowSeconds : null
}

/** The reasons of `judgeKeptStatus`. @param claim - `client_status` or `key_storage_status` */
export const keptStatusReasons = (claim: string, token: string) =>
  ({
    missing: {
      says: `The ${token} has no ${claim}`,
      fix: `Have the wallet provider add ${claim}: an object with status, which names an entry of a status list, and exp.`,
    },
    old_status: {
      says: `It has status at the top, as OpenID4VCI does: TS3 wants it inside ${claim}, beside exp`,
      fix: `Move status into ${claim}, and add exp there: until when the wallet provider keeps the status.`,
    },
    no_object: {
      says: `The ${claim} of the ${token} is no object`,
      fix: `Write ${claim} as an object with the members status and exp.`,
    },
    no_exp: {
      says: `${capital(claim)} has no exp, or one that is no number`,
      fix: `Add exp to ${claim}: until when the wallet provider keeps the status, in seconds since 1970.`,
    },
    milliseconds: {
      says: `${claim}.exp is in milliseconds`,
      fix: `Divide ${claim}.exp by 1000: it is a NumericDate, in seconds since 1970.`,
    },
    no_list: {
      says: `${capital(claim)} names no entry of a status list`,
      fix: `Give ${claim}.status.status_list an idx, an integer from 0, and a uri with https.`,
    },
  }) as const satisfies Readonly<Record<string, Reason>>

const capital = (claim: string) => `The ${claim}`

/**
 * Judges the form of a kept status: an object with the entry of a status list, and until when it is kept.
 * @param status the member `status` at the top of the attestation, where OpenID4VCI has it
 * @see TS3-2.3.1, TS3-2.3.2
 */
export function judgeKeptStatus(
  value: unknown,
  { status, origin }: { readonly status: unknown; readonly origin: string },
): Outcome {
  const expected = say`an object with status.status_list.idx, status.status_list.uri and exp`
  if (value === undefined) return violated(status === undefined ? 'missing' : 'old_status', { expected, actual: null })
  if (!isObject(value)) return violated('no_object', { expected, actual: formOf(value) })
  const { exp } = value
  if (typeof exp !== 'number') return violated('no_exp', { expected, actual: exp === undefined ? null : formOf(exp) })
  if (exp >= millisecondsFrom) return violated('milliseconds', { expected: say`seconds`, actual: say`milliseconds` })
  const list = isObject(value.status) ? value.status.status_list : undefined
  const { idx, uri } = isObject(list) ? list : {}
  const isIndex = typeof idx === 'number' && Number.isSafeInteger(idx) && idx >= 0
  // Neither is shown, for they identify a wallet.
  return isIndex && isListUri(uri, origin)
    ? pass()
    : violated('no_list', {
        expected,
        actual: { idx: isIndex ? say`right` : formOf(idx), uri: isListUri(uri, origin) ? say`right` : formOf(uri) },
      })
}

const isListUri = (uri: unknown, origin: string): boolean => {
  const url = typeof uri === 'string' && URL.canParse(uri) ? new URL(uri) : null
  return url !== null && (url.protocol === 'https:' || url.origin === origin)
}

/** The reasons of `judgeKeptPeriod`. */
export const keptPeriodReasons = (claim: string) =>
  ({
    below_preferred: {
      says: 'The status is kept for {kept}; the issuer asked for {asked}',
      fix: `Read the preferred period in the metadata, and fetch an attestation whose ${claim}.exp is that far ahead.`,
    },
    short: {
      says: 'The status is kept for {kept}; a provider must be able to send 31 days',
      fix: `Have the wallet provider offer attestations whose ${claim}.exp is at least 31 days ahead.`,
    },
    expired: {
      says: 'The provider has stopped keeping the status',
      fix: `Fetch an attestation whose ${claim}.exp lies ahead.`,
    },
  }) as const satisfies Readonly<Record<string, Reason>>

/** Judges for how long a status is still kept. @param remaining seconds. TS3-2.4.2 */
export function judgeKeptPeriod(remaining: number, preferred: number | null): Outcome {
  const least = preferred ?? ableSeconds
  // A minute on its way makes no day of hours.
  const kept = say`${daysWords(remaining + clockSkewPastSeconds)}`
  if (remaining + clockSkewPastSeconds < 0)
    return violated('expired', { expected: say`an exp that lies ahead`, actual: say`in the past` })
  if (remaining + clockSkewPastSeconds >= least) return pass(kept)
  const mismatch = {
    expected: { at_least: say`${daysWords(least)}` },
    actual: { kept, asked: say`${daysWords(least)}` },
  }
  return preferred === null ? tolerated('short', mismatch) : violated('below_preferred', mismatch)
}
