import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeyedHash } from '../../../../ground/ports/ports'
import { addSeconds, epochMillis } from '../../../../ground/time/time'
import { attestationChallengeState, currentAttestationChallenge } from './attestation-challenge'

const keyedHash: KeyedHash = (purpose, data) => createHmac('sha256', purpose).update(data).digest()
const now = epochMillis(1_800_000_000_000)
const key = { issuer: 'eu-pid-device-bound', now, keyedHash }

describe('an attestation challenge', () => {
  it('is taken for five minutes, at its issuer only', () => {
    const challenge = currentAttestationChallenge(key)
    expect(attestationChallengeState(challenge, key)).toBe('current')
    expect(attestationChallengeState(challenge, { ...key, now: addSeconds(now, 240) })).toBe('current')
    expect(attestationChallengeState(challenge, { ...key, now: addSeconds(now, 360) })).toBe('unknown')
    expect(attestationChallengeState(challenge, { ...key, issuer: 'eu-pid-jwt-proof-only' })).toBe('unknown')
  })

  it('is told apart from one that is missing or made up', () => {
    expect(attestationChallengeState(undefined, key)).toBe('absent')
    for (const value of ['x', 1, null, {}]) expect(attestationChallengeState(value, key)).toBe('unknown')
  })
})
