import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { privateKeysIn } from './private-keys-in'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
const jwk = privateKey.export({ format: 'jwk' })

describe('private keys in a value', () => {
  it.each<[string, unknown]>([
    ['PKCS#8', pem],
    ['SEC1', privateKey.export({ type: 'sec1', format: 'pem' })],
    ['PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' })],
    ['encrypted', privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })],
    ['of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl'],
    ['of OpenPGP', '-----BEGIN PGP PRIVATE KEY BLOCK-----'],
    ['among other text', `see below: ${pem} (end)`],
    ['with written line breaks', String(pem).replaceAll('\n', '\\n')],
    ['an EC JWK', jwk],
    ['an RSA JWK', rsa.export({ format: 'jwk' })],
    ['a symmetric JWK', { kty: 'oct', k: 'c2VjcmV0' }],
    ['JSON in a text', JSON.stringify({ keys: [jwk] })],
    ['JSON in JSON', JSON.stringify({ jwks: JSON.stringify({ keys: [jwk] }) })],
    ['JSON in base64url', Buffer.from(JSON.stringify({ note: pem })).toString('base64url')],
    ['PEM in base64', Buffer.from(String(pem)).toString('base64')],
    ['in the payload of a JWT', `e30.${Buffer.from(JSON.stringify({ jwk })).toString('base64url')}.c2ln`],
    ['as a name', { [String(pem)]: 1 }],
  ])('%s', (_name, key) => {
    expect(privateKeysIn(key)).toEqual([[]])
    expect(privateKeysIn({ a: [1, { b: key }], c: key })).toEqual([['a', 1, 'b'], ['c']])
  })

  it('are not seen where there are none', () => {
    for (const value of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ format: 'jwk' }),
      { d: 'no kty here' },
      '-----BEGIN CERTIFICATE-----',
      '{"kty": not JSON',
      null,
      7,
    ])
      expect(privateKeysIn(value)).toEqual([])
  })

  it('are looked for in whatever comes, also if it is deep or has many', () => {
    fc.assert(fc.property(fc.json(), (text) => void privateKeysIn(JSON.parse(text))))
    let deep: unknown = pem
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect(privateKeysIn(deep)).toEqual([])
    expect(privateKeysIn(Array(50).fill(pem))).toHaveLength(20)
  })
})
