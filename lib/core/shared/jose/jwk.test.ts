import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digest, isPublicKey } from '@/lib/adapters/crypto/ports'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import {
  type KeyPurpose,
  keyContradictions,
  publicMembers,
  readPublicJwk as read,
  thumbprint,
  thumbprintBytes,
} from './jwk'

/** Reads a key both with Web Crypto and with the ports, which must agree. */
async function readPublicJwk(value: unknown) {
  const facts = await read(value)
  expect(await read(value, { ports: { digest, isPublicKey } })).toEqual(facts)
  return facts
}

/** RFC 7638 section 3.1 */
const rsaExample = {
  kty: 'RSA',
  n:
    '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
    'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajr' +
    'n1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
  e: 'AQAB',
  alg: 'RS256',
  kid: '2011-04-29',
}

/** RFC 7517 appendix A.2, the private form of the elliptic curve example. */
const ecExample = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  d: '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE',
  use: 'enc',
  kid: '1',
}

const { d: _, ...publicExample } = ecExample

describe('thumbprint', () => {
  it('is the one of the example in RFC 7638', async () => {
    expect(await thumbprint(rsaExample)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
  })

  it('is the one of the Ed25519 example in RFC 8037', async () => {
    const okp = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    expect(await thumbprint(okp)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it('does not depend on private or optional members', async () => {
    expect(await thumbprint(ecExample)).toBe(await thumbprint({ ...publicExample, alg: 'ES256' }))
  })

  it('is never made of a secret', async () => {
    expect(await thumbprint({ kty: 'oct', k: 'c2VjcmV0' })).toBeNull()
  })

  it('is the same as bytes, made at once', async () => {
    const okp = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    for (const jwk of [rsaExample, ecExample, { ...publicExample, alg: 'ES256' }, okp, { kty: 'oct', k: 'AA' }, null]) {
      const bytes = thumbprintBytes(jwk, digest)
      expect(bytes && Buffer.from(bytes).toString('base64url')).toBe(await thumbprint(jwk))
    }
  })
})

describe('readPublicJwk', () => {
  it('reports everything about a good key', async () => {
    expect(await readPublicJwk({ ...publicExample, alg: 'ES256' })).toEqual({
      isObject: true,
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      kid: '1',
      privateMembers: [],
      valid: true,
      publicJwk: { kty: 'EC', crv: 'P-256', x: publicExample.x, y: publicExample.y },
      thumbprint: await thumbprint(publicExample),
    })
  })

  it('names private members and keeps them out of the public key', async () => {
    const facts = await readPublicJwk(ecExample)
    expect(facts.privateMembers).toEqual(['d'])
    expect(facts.valid).toBe(true)
    expect(JSON.stringify(facts.publicJwk)).not.toContain(ecExample.d)
  })

  it('counts a symmetric key as all private', async () => {
    expect(await readPublicJwk({ kty: 'oct', k: 'c2VjcmV0' })).toMatchObject({
      kty: 'oct',
      privateMembers: ['k'],
      valid: false,
      publicJwk: null,
      thumbprint: null,
    })
  })

  covers('D5')
  it.each([
    ['a point off the curve', { ...publicExample, x: publicExample.y, y: publicExample.x }],
    ['the point at zero', { ...publicExample, x: 'A'.repeat(43), y: 'A'.repeat(43) }],
    ['a short coordinate', { ...publicExample, x: 'AAAA' }],
    ['a padded coordinate', { ...publicExample, x: `${publicExample.x}=` }],
    ['a second spelling of the same coordinate', { ...publicExample, x: `${publicExample.x.slice(0, -1)}5` }],
    ['another curve than its coordinates', { ...publicExample, crv: 'P-384' }],
    ['an unknown curve', { ...publicExample, crv: 'secp256k1' }],
    ['no y', { kty: 'EC', crv: 'P-256', x: publicExample.x }],
    ['a number for x', { ...publicExample, x: 1 }],
    ['an unknown kind', { ...publicExample, kty: 'ec' }],
    ['an RSA exponent of more than 32 bits', { ...rsaExample, e: 'AQAAAAAB' }],
    ['an RSA exponent as long as its modulus', { ...rsaExample, e: rsaExample.n }],
    ['an RSA exponent of 1', { ...rsaExample, e: 'AQ' }],
    ['an RSA exponent of 2', { ...rsaExample, e: 'Ag' }],
    ['an even RSA exponent', { ...rsaExample, e: 'AQAA' }],
    ['an RSA modulus of more than 4096 bits', { ...rsaExample, n: rsaExample.n.slice(0, 340).repeat(3) }],
    ['a kind named like a method', { ...publicExample, kty: 'toString' }],
    ['a curve named like a method', { ...publicExample, crv: 'constructor' }],
    ['no members at all', {}],
  ])('calls a key with %s not valid', async (_name, jwk) => {
    expect(await readPublicJwk(jwk)).toMatchObject({ isObject: true, valid: false, publicJwk: null, thumbprint: null })
  })

  it.each([[null], [undefined], ['{}'], [1], [[]], [true]])('says of %j that it is not an object', async (value) => {
    expect(await readPublicJwk(value)).toMatchObject({ isObject: false, valid: false })
  })

  it.each([
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey],
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
  ])('takes a key of kind %s', async (_name, key) => {
    expect(await readPublicJwk(key.export({ format: 'jwk' }))).toMatchObject({ valid: true, privateMembers: [] })
  })

  it('never throws, and what it calls public holds no private member', async () => {
    const member = fc.constantFrom('kty', 'crv', 'x', 'y', 'd', 'n', 'e', 'k', 'alg', '__proto__', 'p')
    const value = fc.oneof(
      fc.constantFrom('EC', 'OKP', 'RSA', 'oct', 'P-256', 'Ed25519', publicExample.x, publicExample.y, 'AQAB'),
      fc.jsonValue(),
    )
    const candidate = fc.oneof(fc.anything(), fc.array(fc.tuple(member, value)).map(Object.fromEntries))
    await fc.assert(
      fc.asyncProperty(candidate, async (input) => {
        const { publicJwk } = await readPublicJwk(input)
        const names = Object.keys(publicMembers(input) ?? {}).concat(Object.keys(publicJwk ?? {}))
        expect(names.every((name) => ['kty', 'crv', 'x', 'y', 'n', 'e'].includes(name))).toBe(true)
      }),
      runs(300),
    )
  })
})

const es256 = { verifies: 'ES256' } as const

const anySignature = { verifies: null } as const

describe('a key that says what it is for', () => {
  it.each<[object, KeyPurpose]>([
    [{}, es256],
    [{ use: 'sig', key_ops: ['verify'], alg: 'ES256' }, es256],
    [{ alg: 'ESP256' }, es256],
    [{ alg: 'EdDSA' }, { verifies: 'Ed25519' }],
    [{ alg: 'ES384' }, anySignature],
    [{ key_ops: ['verify', 'sign'] }, anySignature],
    [{ use: 'enc', key_ops: ['deriveKey'], alg: 'ECDH-ES+A256KW' }, 'agrees'],
    [{ key_ops: [] }, 'agrees'],
  ])('is used for it: %j', (jwk, purpose) => {
    expect(keyContradictions(jwk, purpose)).toBeNull()
  })

  it.each<[object, KeyPurpose, string[]]>([
    [{ use: 'enc' }, es256, ['use']],
    [{ use: 5 }, es256, ['use']],
    [{ key_ops: ['sign'] }, es256, ['key_ops']],
    [{ key_ops: [] }, es256, ['key_ops']],
    [{ key_ops: 'verify' }, es256, ['key_ops']],
    [{ alg: 'ES384' }, es256, ['alg']],
    [{ alg: 'ECDH-ES' }, anySignature, ['alg']],
    [{ alg: 'RSA-OAEP-256' }, anySignature, ['alg']],
    [{ use: 'sig', key_ops: ['verify'], alg: 'ES256' }, 'agrees', ['use', 'key_ops', 'alg']],
  ])('contradicts its use: %j', (jwk, purpose, members) => {
    expect(Object.keys(keyContradictions(jwk, purpose) ?? {})).toEqual(members)
  })

  it('is anything at all, and of a long list only the beginning is kept', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom<KeyPurpose>(es256, anySignature, 'agrees'), (jwk, purpose) => {
        const found = keyContradictions({ use: jwk, key_ops: jwk, alg: jwk }, purpose)
        expect(found === null || Object.keys(found).length > 0).toBe(true)
        keyContradictions(jwk, purpose)
      }),
      runs(),
    )
    expect(keyContradictions({ key_ops: Array(1000).fill('sign') }, es256)?.key_ops).toHaveLength(20)
  })
})
