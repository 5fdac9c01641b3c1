import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import { runs } from '@/scripts/thorough.mjs'
import { logoPngBase64 } from '../../issuer/configurations/logo'
import { isPrivateKeyDer, privateKeysIn } from './private-keys'

type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
const pairs: readonly (readonly [name: string, pair: Pair])[] = [
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
  ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
  ['explicit parameters', generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' })],
  ['Ed25519', generateKeyPairSync('ed25519')],
  ['X25519', generateKeyPairSync('x25519')],
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['RSA-PSS', generateKeyPairSync('rsa-pss', { modulusLength: 2048 })],
]
const derOf = (key: KeyObject, type: string): Buffer => key.export({ type: type as 'pkcs8', format: 'der' })
const hook = { exports: {} as { withoutPrivateKeys: (value: unknown, instead: () => unknown) => unknown } }
new Function(
  'module',
  readFileSync(new URL('../../../../pb_hooks/scoreboard/private-keys.js', import.meta.url), 'utf8'),
)(hook)

describe('a private key in DER', () => {
  it.each(pairs)('is told from its public key: %s', (name, { publicKey, privateKey }) => {
    const types = ['pkcs8', ...(/^(P-|secp|explicit)/.test(name) ? ['sec1'] : []), ...(name === 'RSA' ? ['pkcs1'] : [])]
    for (const type of types) expect([type, isPrivateKeyDer(derOf(privateKey, type))]).toEqual([type, true])
    expect(isPrivateKeyDer(derOf(publicKey, 'spki'))).toBe(false)
    if (name === 'RSA') expect(isPrivateKeyDer(derOf(publicKey, 'pkcs1'))).toBe(false)
  })

  it('is no certificate, no picture, and none of what starts like any of these', async () => {
    const { chain } = await makeOwnCertificate()
    const pems = chain.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/g) ?? []
    expect(pems.length).toBeGreaterThan(0)
    const others = [...pems.map((pem) => new X509Certificate(pem).raw), Buffer.from(logoPngBase64, 'base64')]
    for (const bytes of others)
      for (const start of [bytes, ...Array.from({ length: 40 }, (_, at) => bytes.subarray(at))])
        expect(isPrivateKeyDer(start)).toBe(false)
  })

  it('is not seen in other bytes, SD-JWTs and mdocs among them, whatever their length', () => {
    const sdJwtPart = fc.json().map((json) => Buffer.from(json))
    const cbor = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from([0xa2, 0x6a, ...bytes]))
    const sequence = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from([0x30, bytes.length, ...bytes]))
    fc.assert(
      fc.property(fc.array(fc.oneof(sdJwtPart, cbor, sequence), { minLength: 1, maxLength: 3 }), (parts) => {
        const text = parts.map((part) => part.toString('base64url')).join('~')
        expect(parts.map(isPrivateKeyDer)).not.toContain(true)
        expect(privateKeysIn(text)).toEqual([])
      }),
      runs(),
    )
  })

  it('is the same for the hook, also where a byte of it is another', () => {
    const keys = pairs.flatMap(([name, { privateKey }]) => [
      derOf(privateKey, 'pkcs8'),
      ...(name === 'RSA' ? [derOf(privateKey, 'pkcs1')] : []),
      ...(name === 'P-256' ? [derOf(privateKey, 'sec1')] : []),
    ])
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.nat(60),
        fc.nat(255),
        fc.option(fc.nat(200)),
        (key, at, byte, length) => {
          const bytes = Uint8Array.from(key).slice(0, length ?? undefined)
          if (at < bytes.length) bytes[at] = byte
          const text = Buffer.from(bytes).toString('base64')
          if (text.length < 40) return
          expect(hook.exports.withoutPrivateKeys(text, () => 'taken') === 'taken').toBe(isPrivateKeyDer(bytes))
          expect(privateKeysIn(text).length > 0).toBe(isPrivateKeyDer(bytes))
        },
      ),
      runs(),
    )
  })
})
