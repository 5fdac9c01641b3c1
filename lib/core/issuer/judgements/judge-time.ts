import { type Outcome, pass, type Reason, violated } from '../../engine/checks/check'
import { formOf } from '../../engine/judgements/shown'
import { clockSkewFutureSeconds, clockSkewPastSeconds, distanceWords, durationWords } from '../../shared/time/durations'
import type { EpochMillis } from '../../shared/time/time'
import { say } from '../../shared/values/wording'

/** Longest plausible token validity; more is a mistake, usually milliseconds. */
const lifetimeSecondsMax = 50 * 365.25 * 24 * 3600

/** True for a NumericDate in milliseconds: in seconds it would be after the year 5000. */
const looksLikeMilliseconds = (value: number): boolean => value > 100_000_000_000

/** What was seen of a claim in milliseconds. */
const inMilliseconds = (value: number) => say`in milliseconds (${value})`

const divide = 'Divide the value by 1000: a NumericDate is in seconds.'

/** A claim whose value is a time. */
type TimeClaim = 'iat' | 'nbf' | 'exp'

/**
 * The reason of a time in milliseconds.
 * @param of the token with the claim, e.g. `the DPoP proof`
 */
const millisecondsReason = <Claim extends TimeClaim>(claim: Claim, of: string) =>
  ({ [`${claim}_in_milliseconds`]: { says: `The ${claim} of ${of} is {seen}`, fix: divide } }) as Readonly<
    Record<`${Claim}_in_milliseconds`, Reason>
  >

/** The reason of a time that is no number. */
export const noNumberReason = <Claim extends TimeClaim>(claim: Claim, of: string) =>
  ({
    [`${claim}_no_number`]: {
      says: `The ${claim} of ${of} is {seen}`,
      fix: `Write ${claim} as a bare number of seconds since 1970, without quotation marks.`,
    },
  }) as Readonly<Record<`${Claim}_no_number`, Reason>>

/** The reasons of `judgeIssuedNow`. */
export const issuedNowReasons = (of: string) => ({
  iat_past: {
    says: `The iat of ${of} is {seen}`,
    fix: `Make ${of} right before it is sent, and check the clock of the device.`,
  },
  iat_future: { says: `The iat of ${of} is {seen}`, fix: 'Set the clock of the device, which is ahead.' },
  ...millisecondsReason('iat', of),
})

/** The reasons of `judgeNotBefore`. */
export const notBeforeReasons = <Claim extends 'nbf' | 'iat' = 'nbf'>(of: string, claim = 'nbf' as Claim) =>
  ({
    ...noNumberReason(claim, of),
    [`${claim}_future`]: {
      says: `The ${claim} of ${of} is {seen}`,
      fix:
        claim === 'nbf'
          ? `Leave nbf out of ${of}, or set the clock of the one who makes it.`
          : `Set the clock of the one who makes ${of}, and take iat from it.`,
    },
    ...millisecondsReason(claim, of),
  }) as Readonly<Record<`${Claim}_${'no_number' | 'future' | 'in_milliseconds'}`, Reason>>

/** The reasons of `judgeExpiry`. */
export const expiryReasons = (of: string, renew: string) => ({
  exp_past: { says: `The exp of ${of} is {seen}`, fix: renew },
  ...noNumberReason('exp', of),
  exp_far: { says: `The exp of ${of} is {seen}, more than 50 years ahead`, fix: 'Set exp to a time of this year.' },
  ...millisecondsReason('exp', of),
})

/** Judges the `iat` of something just created: within the clock tolerance. `needs` a number. */
export function judgeIssuedNow(iat: number, now: EpochMillis): Outcome {
  const seconds = now / 1000
  const early = iat < seconds - clockSkewPastSeconds
  const late = iat > seconds + clockSkewFutureSeconds
  if (!early && !late) return pass(iat)
  const expected = say`${clockSkewPastSeconds} s in the past to ${clockSkewFutureSeconds} s in the future`
  if (looksLikeMilliseconds(iat)) return violated('iat_in_milliseconds', { expected, actual: inMilliseconds(iat) })
  const actual = say`${distanceWords(iat - seconds)} (${iat})`
  return violated(early ? 'iat_past' : 'iat_future', { expected, actual })
}

/** Judges an `nbf` or `iat`: a number, at most the clock tolerance in the future. RFC7519-4.1.5 */
export function judgeNotBefore(value: unknown, now: EpochMillis, claim: 'nbf' | 'iat' = 'nbf'): Outcome {
  const seconds = now / 1000
  if (typeof value !== 'number')
    return violated(`${claim}_no_number`, { expected: say`a number`, actual: formOf(value) })
  if (value <= Math.floor(seconds) + clockSkewFutureSeconds) return pass(value)
  const expected = say`at most ${clockSkewFutureSeconds} s in the future`
  if (looksLikeMilliseconds(value))
    return violated(`${claim}_in_milliseconds`, { expected, actual: inMilliseconds(value) })
  return violated(`${claim}_future`, { expected, actual: say`${distanceWords(value - seconds)} (${value})` })
}

/** Judges an `exp`: a number, at most the tolerance in the past, and not absurdly far in the future. */
export function judgeExpiry(exp: unknown, now: EpochMillis, toleranceSeconds: number): Outcome {
  const seconds = Math.floor(now / 1000)
  if (typeof exp !== 'number') return violated('exp_no_number', { expected: say`a number`, actual: formOf(exp) })
  if (exp <= seconds - toleranceSeconds)
    return violated('exp_past', {
      expected: say`a time in the future`,
      actual: say`${durationWords(seconds - exp)} in the past (${exp})`,
    })
  if (exp > seconds + lifetimeSecondsMax) {
    const expected = say`less than 50 years ahead`
    return looksLikeMilliseconds(exp)
      ? violated('exp_in_milliseconds', { expected, actual: inMilliseconds(exp) })
      : violated('exp_far', { expected, actual: exp })
  }
  return pass(exp)
}
