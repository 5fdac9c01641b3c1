import { type Outcome, pass, violated } from '../../engine/checks/check'
import { clockSkewFutureSeconds, clockSkewPastSeconds, distanceWords, durationWords } from '../../shared/time/durations'
import type { EpochMillis } from '../../shared/time/time'
import { say, type Wording, word } from '../../shared/values/wording'

/** Longest plausible token validity; more is a mistake, usually milliseconds. */
const lifetimeSecondsMax = 50 * 365.25 * 24 * 3600

/** True for a NumericDate in milliseconds: in seconds it would be after the year 5000. */
export const looksLikeMilliseconds = (value: number): boolean => value > 100_000_000_000

const useSeconds = say`A NumericDate is in seconds: divide the value by 1000.`

/** Violation text for a claim in milliseconds. */
export const inMilliseconds = (claim: 'iat' | 'nbf' | 'exp', value: number, of: Wording) => ({
  actual: say`in milliseconds (${value})`,
  cause: say`The ${word(claim)} of ${of} is in milliseconds`,
  hint: useSeconds,
})

/**
 * Judges the `iat` of something just created: within the clock tolerance. `needs` a number.
 * @param of the token with the claim, e.g. `the DPoP proof`
 */
export function judgeIssuedNow(iat: number, now: EpochMillis, of: Wording): Outcome {
  const seconds = now / 1000
  const early = iat < seconds - clockSkewPastSeconds
  const late = iat > seconds + clockSkewFutureSeconds
  if (!early && !late) return pass(iat)
  const expected = say`${clockSkewPastSeconds} s in the past to ${clockSkewFutureSeconds} s in the future`
  if (looksLikeMilliseconds(iat)) return violated({ expected, ...inMilliseconds('iat', iat, of) })
  const distance = distanceWords(iat - seconds)
  return violated({
    expected,
    actual: say`${distance} (${iat})`,
    cause: say`The iat of ${of} is ${distance}`,
    hint: early
      ? say`Make ${of} right before sending, and check the clock of the device.`
      : say`Check the clock of the device.`,
  })
}

/** Judges an `nbf` or `iat`: a number, at most the clock tolerance in the future. RFC7519-4.1.5 */
export function judgeNotBefore(value: unknown, now: EpochMillis, of: Wording, claim: 'nbf' | 'iat' = 'nbf'): Outcome {
  const seconds = now / 1000
  if (typeof value !== 'number') {
    return violated({
      expected: say`a number`,
      actual: word(typeof value),
      hint: say`Send ${word(claim)} as a number of seconds, not as a string.`,
    })
  }
  if (value <= Math.floor(seconds) + clockSkewFutureSeconds) return pass(value)
  const expected = say`at most ${clockSkewFutureSeconds} s in the future`
  if (looksLikeMilliseconds(value)) return violated({ expected, ...inMilliseconds(claim, value, of) })
  const distance = distanceWords(value - seconds)
  return violated({
    expected,
    actual: say`${distance} (${value})`,
    cause: say`The ${word(claim)} of ${of} is ${distance}`,
    hint: claim === 'nbf' ? say`Leave nbf out, or check the clock that set it.` : say`Check the clock that set it.`,
  })
}

/** Judges an `exp`: a number, at most the tolerance in the past, and not absurdly far in the future. */
export function judgeExpiry(exp: unknown, now: EpochMillis, toleranceSeconds: number, of: Wording): Outcome {
  const seconds = Math.floor(now / 1000)
  if (typeof exp !== 'number') {
    return violated({
      expected: say`a number`,
      actual: word(typeof exp),
      hint: say`Send exp as a number of seconds, not as a string.`,
    })
  }
  if (exp <= seconds - toleranceSeconds) {
    const distance = durationWords(seconds - exp)
    return violated({
      expected: say`a time in the future`,
      actual: say`${distance} in the past (${exp})`,
      cause: say`The exp of ${of} passed ${distance} ago`,
      hint: say`It has expired: make a new one.`,
    })
  }
  if (exp > seconds + lifetimeSecondsMax) {
    const expected = say`less than 50 years ahead`
    return looksLikeMilliseconds(exp)
      ? violated({ expected, ...inMilliseconds('exp', exp, of) })
      : violated({ expected, actual: exp, hint: say`Set exp to a time in the near future.` })
  }
  return pass(exp)
}
