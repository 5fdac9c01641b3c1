import { clockSkewFutureSeconds, clockSkewPastSeconds } from '../../lifetimes'
import type { EpochMillis } from '../../time'
import { type Outcome, pass, violated } from '../check'

/** Longest time a token may claim to stay valid; beyond it the value is a mistake, mostly milliseconds. */
const lifetimeSecondsMax = 50 * 365.25 * 24 * 3600

/** True for a NumericDate that was given in milliseconds: as seconds it would lie after the year 5000. */
export const looksLikeMilliseconds = (value: number): boolean => value > 100_000_000_000

/** Judges `iat` of something made just now: within the tolerance of the clock. `needs` a number. */
export function judgeIssuedNow(iat: number, now: EpochMillis): Outcome {
  const seconds = now / 1000
  const early = iat < seconds - clockSkewPastSeconds
  const late = iat > seconds + clockSkewFutureSeconds
  if (!early && !late) return pass(iat)
  return violated({
    expected: { from: Math.ceil(seconds) - clockSkewPastSeconds, to: Math.floor(seconds) + clockSkewFutureSeconds },
    actual: iat,
    hint: looksLikeMilliseconds(iat)
      ? 'The value is in milliseconds: divide it by 1000, a NumericDate counts seconds.'
      : early
        ? `The value is ${Math.round(seconds - iat)} s in the past: sign right before sending and check the clock.`
        : `The value is ${Math.round(iat - seconds)} s in the future: check the clock of the device.`,
  })
}

/** Judges an `nbf`: a number that is no further ahead than the clocks may differ. RFC7519-4.1.5 */
export function judgeNotBefore(nbf: unknown, now: EpochMillis): Outcome {
  const latest = Math.floor(now / 1000) + clockSkewFutureSeconds
  if (typeof nbf !== 'number') {
    return violated({ expected: 'a number', actual: typeof nbf, hint: 'Give nbf as a number of seconds, not as text.' })
  }
  return nbf <= latest
    ? pass(nbf)
    : violated({ expected: { until: latest }, actual: nbf, hint: 'The nbf lies in the future: leave it out.' })
}

/** Judges an `exp`: a number, not past by more than the tolerance, not absurdly far away. */
export function judgeExpiry(exp: unknown, now: EpochMillis, toleranceSeconds: number): Outcome {
  const seconds = Math.floor(now / 1000)
  if (typeof exp !== 'number') {
    return violated({ expected: 'a number', actual: typeof exp, hint: 'Give exp as a number of seconds, not as text.' })
  }
  if (exp <= seconds - toleranceSeconds) {
    return violated({
      expected: { after: seconds },
      actual: exp,
      hint: `It expired ${seconds - exp} s ago: make a new one.`,
    })
  }
  if (exp > seconds + lifetimeSecondsMax) {
    return violated({
      expected: 'less than 50 years ahead',
      actual: exp,
      hint: looksLikeMilliseconds(exp)
        ? 'The value is in milliseconds: divide it by 1000, a NumericDate counts seconds.'
        : 'Give a time of expiry within the near future.',
    })
  }
  return pass(exp)
}
