import { notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import type { Hint } from '../../ground/formats/sd-jwt-vc/read-presentation/hint'
import type { SignatureReading } from '../../ground/formats/sd-jwt-vc/read-presentation/jws-reading'
import { bare } from '../../ground/values/bare-words'
import type { Wording } from '../../ground/values/wording'
import { say } from '../../ground/values/wording'
import { type Explanation, explained } from './hint-words'

const unverifiedWords: Readonly<Record<NonNullable<SignatureReading['unverifiedBecause']>, Wording>> = {
  not_readable: say`The token cannot be read.`,
  no_key: say`There is no key to verify it with.`,
  algorithm_not_supported: say`Its algorithm is not supported here.`,
  algorithm_does_not_fit_key: say`Its algorithm does not fit the key.`,
  critical_header: say`Its crit header names an extension that is not understood.`,
}

/** Reasons that no other check covers: such a signature must not count as verified. RFC7515-4.1.11 */
const refusing = ['algorithm_not_supported', 'critical_header']

/** Judges a signature. If it could not be verified, the check for the reason, if any, reports it. */
export function judgeSignature(
  { result, unverifiedBecause }: SignatureReading,
  {
    hints,
    about,
    mismatch = {},
  }: {
    readonly hints: readonly Hint[]
    readonly about: Hint['about']
    /** What to say of a signature that is not valid, where nothing explains it. */
    readonly mismatch?: Partial<Explanation> & { readonly expected?: Wording; readonly actual?: Wording }
  },
): Outcome {
  if (result === 'valid') return pass()
  if (result === 'unverified') {
    const reason = unverifiedWords[unverifiedBecause ?? 'not_readable']
    return unverifiedBecause !== null && refusing.includes(unverifiedBecause)
      ? violated({ expected: say`a signature that can be verified`, actual: say`not verified`, hint: reason })
      : notObserved(say`The signature was not verified. ${reason}`)
  }
  return violated({ expected: say`valid`, actual: bare.invalid, ...mismatch, ...explained(hints, about) })
}
