import { beforeAll, describe, expect, it } from 'vitest'
import { signJwt } from '../../jose/jws'
import { generateKey } from '../../jose/key'
import type { JsonObject } from '../../json'
import type { CredentialMaker } from '../../testing/credential-maker'
import { startScriptedIssuer } from '../../testing/scripted-issuer'
import { createKeyAttester, type KeyAttester } from '../credential/attester'
import { type IssuanceOptions, runAtIssuer } from '../run-at-issuer'
import { verifySignedMetadata, wellKnownUrl } from './metadata'

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
    const anchors = [signer.rootPem]
    expect(verifySignedMetadata(signed(), { issuer, now, anchors, isTrustJudged: false })).toMatchObject({
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
    const anchors = [signer.rootPem]
    expect(() => verifySignedMetadata(make(), { issuer, now, anchors, isTrustJudged: false })).toThrow(sentence)
  })

  /** Runs the wallet at an issuer that answers with signed metadata. */
  const runAt = async (optionsAt: (maker: CredentialMaker) => Partial<IssuanceOptions>, plainToo = false) => {
    const scripted = await startScriptedIssuer({
      nowMillis: now * 1000,
      answer: ({ path, headers }, usual) =>
        path.includes('openid-credential-issuer') &&
        typeof usual.body === 'object' &&
        !(plainToo && headers.accept === 'application/json')
          ? {
              status: 200,
              headers: { 'Content-Type': 'application/jwt' },
              body: signed({}, { ...usual.body, sub: scripted.issuer }),
            }
          : null,
    })
    const run = await runAtIssuer({
      deeplink: scripted.deeplink,
      clock: () => now * 1000,
      ...optionsAt(scripted.maker),
    })
    await scripted.close()
    return { run, received: scripted.received }
  }

  it('is refused by a wallet that knows nobody whom it could trust with it, asked for or not', async () => {
    for (const signedMetadata of [true, false]) {
      const { run, received } = await runAt(() => ({ profile: { signedMetadata } }))
      expect(run).toMatchObject({
        outcome: 'stopped_by_wallet',
        reason: 'The wallet has no trust anchor for the signed issuer metadata',
      })
      expect(received).toHaveLength(signedMetadata ? 1 : 2)
    }
  })

  it('gives way to the plain form where the wallet knows nobody and the issuer has both', async () => {
    const { run, received } = await runAt(() => ({}), true)
    expect(run).toMatchObject({ outcome: 'credential_stored', reason: null })
    expect(received.slice(0, 2).map(({ headers }) => headers.accept)).toEqual([
      'application/json, application/jwt;q=0.5',
      'application/json',
    ])
  })

  it('is refused under another root', async () => {
    const stranger = await createKeyAttester(now * 1000)
    const { run } = await runAt(() => ({ trustAnchors: [stranger.rootPem] }))
    expect(run.reason).toBe('The certificate of the issuer does not chain to a trust anchor of the wallet')
  })

  it('takes the place of the plain form when the issuer answers with it', async () => {
    const { run, received } = await runAt((maker) => ({ trustAnchors: [signer.rootPem, maker.signer.rootPem] }))
    expect(run).toMatchObject({ outcome: 'credential_stored', reason: null })
    expect(received.filter(({ path }) => path.includes('openid-credential-issuer'))).toHaveLength(1)
  })
})

describe('a well-known address', () => {
  it.each([
    ['https://issuer.example', 'https://issuer.example/.well-known/x'],
    ['https://issuer.example/', 'https://issuer.example/.well-known/x'],
    ['https://issuer.example:8443/tenant', 'https://issuer.example:8443/.well-known/x/tenant'],
    ['https://issuer.example/a/b', 'https://issuer.example/.well-known/x/a/b'],
  ])('of %s is %s', (identifier, expected) => {
    expect(wellKnownUrl(identifier, 'x', { dropLastSlash: true })).toBe(expected)
    expect(wellKnownUrl(identifier, 'x', { dropLastSlash: false })).toBe(expected)
  })

  it('drops the last slash of the path only where the specification says so', () => {
    expect(wellKnownUrl('https://issuer.example/a/', 'x', { dropLastSlash: true })).toBe(
      'https://issuer.example/.well-known/x/a',
    )
    expect(wellKnownUrl('https://issuer.example/a/', 'x', { dropLastSlash: false })).toBe(
      'https://issuer.example/.well-known/x/a/',
    )
  })

  it.each(['https://issuer.example/a?b', 'https://issuer.example/a#b', 'ftp://issuer.example'])(
    'does not exist for %s',
    (identifier) => {
      expect(() => wellKnownUrl(identifier, 'x', { dropLastSlash: true })).toThrow('The issuer identifier')
    },
  )
})
