import type { KeyedHash } from '../../../../ground/ports/ports'
import type { EpochMillis } from '../../../../ground/time/time'
import { toBase64url } from '../../../../ground/values/base64url'

/** Seconds that a challenge is current, and how many recent ones are accepted. ABCA-8 */
const windowSeconds = 60
const windowsAccepted = 5

interface ChallengeKey {
  readonly issuer: string
  readonly now: EpochMillis
  readonly keyedHash: KeyedHash
}

const challengeOf = ({ issuer, keyedHash }: Omit<ChallengeKey, 'now'>, window: number): string =>
  toBase64url(keyedHash('attestation-challenge', `${issuer}|${window}`))

/** The current challenge. Nothing is stored: it is derived from the installation's key. */
export const currentAttestationChallenge = (key: ChallengeKey): string =>
  challengeOf(key, Math.floor(key.now / (windowSeconds * 1000)))

/** Whether the `challenge` claim of a PoP was handed out recently. ABCA-5.2 */
export function attestationChallengeState(value: unknown, key: ChallengeKey): 'current' | 'absent' | 'unknown' {
  if (value === undefined) return 'absent'
  const newest = Math.floor(key.now / (windowSeconds * 1000))
  for (let window = newest; window > newest - windowsAccepted; window--) {
    if (challengeOf(key, window) === value) return 'current'
  }
  return 'unknown'
}
