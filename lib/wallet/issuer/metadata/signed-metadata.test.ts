import { beforeAll, describe, expect, it } from 'vitest'
import { signJwt } from '../../jose/jws'
import { generateKey } from '../../jose/key'
import type { JsonObject } from '../../json'
import { startScriptedIssuer } from '../../testing/scripted-issuer'
import { createKeyAttester, type KeyAttester } from '../credential/attester'
import { runAtIssuer } from '../run-at-issuer'
import { verifySignedMetadata } from './signed-metadata'

const issuer = 'https://issuer.example'
const now = 2_000_000_000
let signer: KeyAttester

beforeAll(async () => {
  signer = await createKeyAttester(now * 1000)
})

const signed = (header: JsonObject = {}, claims: JsonObject = {}, key = signer.key): string =>
  signJwt({
    header: { alg: 'ES256', typ: 'openidvci-issuer-metadata+jwt', x5c: signer.x5c, ...header },
    claims: { sub: issuer, iat: now, exp: now + 60, credential_issuer: issuer, ...claims },
    key,
  })

describe('signed issuer metadata', () => {
  it('is read when it is typed, signed, current and about the issuer', () => {
    expect(verifySignedMetadata(signed(), { issuer, now, anchors: [], isAskedFor: false })).toMatchObject({
      credential_issuer: issuer,
    })
  })

  it.each<[string, () => string]>([
    ['The signed issuer metadata is not a JWS', () => '{}'],
    ['The signed issuer metadata has another typ', () => signed({ typ: 'JWT' })],
    ['The signed issuer metadata names no certificate', () => signed({ x5c: undefined })],
    ['x5c holds something that is not a certificate', () => signed({ x5c: ['AAAA'] })],
    ['The signature of the issuer metadata does not verify', () => signed({}, {}, generateKey())],
    ['The signature of the issuer metadata does not verify', () => signed({ alg: 'none' })],
    ['The sub of the signed issuer metadata is not the issuer', () => signed({}, { sub: 'https://other.example' })],
    ['The signed issuer metadata has no valid iat', () => signed({}, { iat: undefined })],
    ['The signed issuer metadata has no valid iat', () => signed({}, { iat: now + 3600 })],
    ['The signed issuer metadata is expired', () => signed({}, { exp: now - 1 })],
  ])('is refused: %s', (sentence, make) => {
    expect(() => verifySignedMetadata(make(), { issuer, now, anchors: [], isAskedFor: false })).toThrow(sentence)
  })

  it('is refused by a wallet that asks for it and has no trust anchor', () => {
    const asked = () => verifySignedMetadata(signed(), { issuer, now, anchors: [], isAskedFor: true })
    expect(asked).toThrow('The wallet has no trust anchor for the signed issuer metadata')
  })

  it('takes the place of the plain form when the issuer answers with it', async () => {
    const scripted = await startScriptedIssuer({
      nowMillis: now * 1000,
      answer: ({ path }, usual) =>
        path.includes('openid-credential-issuer') && typeof usual.body === 'object'
          ? {
              status: 200,
              headers: { 'Content-Type': 'application/jwt' },
              body: signed({}, { ...usual.body, sub: scripted.issuer }),
            }
          : null,
    })
    const run = await runAtIssuer({ deeplink: scripted.deeplink, clock: () => now * 1000 })
    await scripted.close()
    expect(run.reason).toBeNull()
    expect(run.outcome).toBe('credential_stored')
  })
})
