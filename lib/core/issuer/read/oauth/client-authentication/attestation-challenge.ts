import type { KeyedHash } from '../../../../ground/ports/ports'
import type { EpochMillis } from '../../../../ground/time/time'
import { toBase64url } from '../../../../ground/values/base64url'

/** Seconds for which one challenge is handed out, and how many of them in a row are accepted. ABCA-8 */
const windowSeconds = 60
const windowsAccepted = 5

interface ChallengeKey {
  readonly issuer: string
  readonly now: EpochMillis
  readonly keyedHash: KeyedHash
}

const challengeOf = ({ issuer, keyedHash }: Omit<ChallengeKey, 'now'>, window: number): string =>
  toBase64url(keyedHash('attestation-challenge', `${issuer}|${window}`))

/** The challenge to hand out now. Nothing is stored: it follows from the installation's key. */
export const currentAttestationChallenge = (key: ChallengeKey): string =>
  challengeOf(key, Math.floor(key.now / (windowSeconds * 1000)))

/** Whether the `challenge` claim of a PoP is one that was handed out lately. ABCA-5.2 */
export function attestationChallengeState(value: unknown, key: ChallengeKey): 'current' | 'absent' | 'unknown' {
  if (value === undefined) return 'absent'
  const newest = Math.floor(key.now / (windowSeconds * 1000))
  for (let window = newest; window > newest - windowsAccepted; window--) {
    if (challengeOf(key, window) === value) return 'current'
  }
  return 'unknown'
}
