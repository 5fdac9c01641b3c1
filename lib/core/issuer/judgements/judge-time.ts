import { type Outcome, pass, violated } from '../../engine/checks/check'
import { clockSkewFutureSeconds, clockSkewPastSeconds } from '../../ground/time/lifetimes'
import type { EpochMillis } from '../../ground/time/time'
import { say, word } from '../../ground/values/wording'

/** The longest plausible validity of a token; a longer one is a mistake, usually milliseconds. */
const lifetimeSecondsMax = 50 * 365.25 * 24 * 3600

/** True for a NumericDate given in milliseconds: in seconds it would be after the year 5000. */
export const looksLikeMilliseconds = (value: number): boolean => value > 100_000_000_000

/** Judges the `iat` of something created just now: within the clock tolerance. `needs` a number. */
export function judgeIssuedNow(iat: number, now: EpochMillis): Outcome {
  const seconds = now / 1000
  const early = iat < seconds - clockSkewPastSeconds
  const late = iat > seconds + clockSkewFutureSeconds
  if (!early && !late) return pass(iat)
  return violated({
    expected: { from: Math.ceil(seconds) - clockSkewPastSeconds, to: Math.floor(seconds) + clockSkewFutureSeconds },
    actual: iat,
    hint: looksLikeMilliseconds(iat)
      ? say`The value is in milliseconds. A NumericDate is in seconds: divide it by 1000.`
      : early
        ? say`The value is ${Math.round(seconds - iat)} s in the past: sign right before sending and check the clock.`
        : say`The value is ${Math.round(iat - seconds)} s in the future: check the clock of the device.`,
  })
}

/** Judges an `nbf`: a number, not in the future by more than the clock tolerance. RFC7519-4.1.5 */
export function judgeNotBefore(nbf: unknown, now: EpochMillis): Outcome {
  const latest = Math.floor(now / 1000) + clockSkewFutureSeconds
  if (typeof nbf !== 'number') {
    return violated({
      expected: say`a number`,
      actual: word(typeof nbf),
      hint: say`Send nbf as a number of seconds, not as a string.`,
    })
  }
  return nbf <= latest
    ? pass(nbf)
    : violated({ expected: { until: latest }, actual: nbf, hint: say`The nbf is in the future: leave it out.` })
}

/** Judges an `exp`: a number, not in the past by more than the tolerance, and not absurdly far in the future. */
export function judgeExpiry(exp: unknown, now: EpochMillis, toleranceSeconds: number): Outcome {
  const seconds = Math.floor(now / 1000)
  if (typeof exp !== 'number') {
    return violated({
      expected: say`a number`,
      actual: word(typeof exp),
      hint: say`Send exp as a number of seconds, not as a string.`,
    })
  }
  if (exp <= seconds - toleranceSeconds) {
    return violated({
      expected: { after: seconds },
      actual: exp,
      hint: say`It expired ${seconds - exp} s ago: make a new one.`,
    })
  }
  if (exp > seconds + lifetimeSecondsMax) {
    return violated({
      expected: say`less than 50 years ahead`,
      actual: exp,
      hint: looksLikeMilliseconds(exp)
        ? say`The value is in milliseconds. A NumericDate is in seconds: divide it by 1000.`
        : say`Set exp to a time in the near future.`,
    })
  }
  return pass(exp)
}
