import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { KeyedHash } from '../../../../shared/ports/ports'
import { addSeconds, epochMillis } from '../../../../shared/time/time'
import { fromBase64url, toBase64url } from '../../../../shared/values/base64url'
import { asksForChallenge, attestationChallengeState, newAttestationChallenge } from './attestation-challenge'

const keyedHash: KeyedHash = (purpose, data) => createHmac('sha256', purpose).update(data).digest()
const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
const now = epochMillis(1_800_000_000_000)
const key = { issuer: 'eu-pid-device-bound', now, keyedHash }

describe('an attestation challenge', () => {
  it('is taken for five minutes, at its issuer only', () => {
    const challenge = newAttestationChallenge({ ...key, random })
    expect(attestationChallengeState(challenge, key)).toBe('current')
    expect(attestationChallengeState(challenge, { ...key, now: addSeconds(now, 300) })).toBe('current')
    expect(attestationChallengeState(challenge, { ...key, now: addSeconds(now, 301) })).toBe('unknown')
    expect(attestationChallengeState(challenge, { ...key, now: addSeconds(now, -1) })).toBe('unknown')
    expect(attestationChallengeState(challenge, { ...key, issuer: 'eu-pid-jwt-proof-only' })).toBe('unknown')
  })

  it('is another one each time', () => {
    expect(newAttestationChallenge({ ...key, random })).not.toBe(newAttestationChallenge({ ...key, random }))
  })

  it('is told apart from one that is missing or made up', () => {
    expect(attestationChallengeState(undefined, key)).toBe('absent')
    for (const value of ['x', 1, null, {}]) expect(attestationChallengeState(value, key)).toBe('unknown')
  })

  it('is unknown once a byte of it is another, whatever else is sent', () => {
    const bytes = fromBase64url(newAttestationChallenge({ ...key, random })) ?? new Uint8Array()
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = toBase64url(bytes.map((byte, index) => (index === at ? byte ^ bits : byte)))
        expect(attestationChallengeState(changed, key)).toBe('unknown')
      }),
      runs(200),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(attestationChallengeState(text, key)).toBe('unknown')
      }),
      runs(200),
    )
  })

  it('is asked for by an installation everywhere, and by an issuer at itself', () => {
    const asks = (everywhere: boolean, here: boolean | 'once') =>
      asksForChallenge({
        settings: { attestationChallenge: everywhere },
        issuer: { options: { client_attestation: { drafts: ['07'], challenge: here } } } as never,
      })
    expect([asks(false, false), asks(true, false), asks(false, true)]).toEqual([false, true, true])
    expect(asks(false, 'once')).toBe(true)
  })
})
