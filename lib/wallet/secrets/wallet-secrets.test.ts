import { describe, expect, it } from 'vitest'
import type { WalletExchange } from '../run-log'
import { findSecrets, secretsOf } from './wallet-secrets'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const attestation = `${part({ alg: 'ES256', typ: 'key-attestation+jwt' })}.${part({ attested_keys: [{ kty: 'EC' }] })}.${'a'.repeat(86)}`
const proof = `${part({ alg: 'ES256', typ: 'openid4vci-proof+jwt', key_attestation: attestation })}.${part({ aud: 'x', nonce: 'y' })}.${'b'.repeat(86)}`
const request: WalletExchange = {
  step: 'credential',
  at: 0,
  method: 'POST',
  url: 'http://localhost/credential',
  headers: [],
  body: JSON.stringify({ proofs: { jwt: [proof] } }),
  status: 200,
  answerHeaders: [],
  answerBody: '{}',
  durationMillis: 1,
  probe: false,
  misbehaved: false,
}

describe('the secrets of a wallet', () => {
  it('contain the key attestation in the header of a proof, whole and in parts, in every encoding', () => {
    const secrets = secretsOf({ log: [request], credentials: [] }, 'wallet')
    const name = 'wallet 0 credential sent jwt, key_attestation of its header'
    expect(secrets.get(name)).toBe(attestation)
    for (const shown of [attestation, Buffer.from(`"${attestation}"`).toString('base64')]) {
      const leaks = findSecrets([{ name: 'page', bytes: Buffer.from(shown) }], secrets)
      expect(leaks.map(({ secret }) => secret)).toEqual(expect.arrayContaining([name, `${name}, payload`]))
    }
  })

  it('do not end at a token whose header is no JSON', () => {
    const answer = { ...request, body: JSON.stringify({ proofs: { jwt: [`${'c'.repeat(12)}.${'d'.repeat(20)}.e`] } }) }
    expect([...secretsOf({ log: [answer], credentials: [] }, 'wallet').values()]).toContain('d'.repeat(20))
  })
})
