import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digest, hmac, isPublicKey, keyedHash, random, sha256, thumbprintOf, verifySignature } from './ports'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('sha256', () => {
  it('is SHA-256 of the example in FIPS 180-4', () => {
    expect(hex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('takes text as UTF-8', () => {
    expect(sha256('ë')).toEqual(sha256(new Uint8Array([0xc3, 0xab])))
  })
})

describe('digest', () => {
  it('is the digest of the examples in FIPS 180-4, by its registered name', () => {
    expect(digest('sha-256', 'abc')).toEqual(sha256('abc'))
    expect(hex(digest('sha-384', 'abc'))).toMatch(/^cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163/)
    expect(hex(digest('sha-512', 'abc'))).toMatch(/^ddaf35a193617abacc417349ae20413112e6fa4e89a97ea2/)
  })
})

describe('hmac', () => {
  it('is HMAC-SHA-256 of the first example in RFC 4231', () => {
    expect(hex(hmac(new Uint8Array(20).fill(0x0b), Buffer.from('Hi There')))).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
  })
})

describe('verifySignature', () => {
  it.each([
    ['P-256', 'sha-256', 'sha256'],
    ['P-384', 'sha-384', 'sha384'],
    ['P-521', 'sha-512', 'sha512'],
  ] as const)('verifies what a key on %s signs, and nothing else', (namedCurve, hash, name) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
    const data = Buffer.from('signed')
    const signature = sign(name, data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const publicJwk = { ...publicKey.export({ format: 'jwk' }) }
    expect(verifySignature({ hash, publicJwk, data, signature })).toBe(true)
    expect(verifySignature({ hash, publicJwk, data: Buffer.from('other'), signature })).toBe(false)
    expect(verifySignature({ hash, publicJwk, data, signature: signature.subarray(1) })).toBe(false)
    expect(verifySignature({ hash, publicJwk: {}, data, signature })).toBe(false)
    const other = { ...generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }) }
    expect(verifySignature({ hash, publicJwk: other, data, signature })).toBe(false)
    expect(verifySignature({ hash, publicJwk, data, signature })).toBe(true)
  })

  it('verifies Ed25519, which has its own hash', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const data = Buffer.from('signed')
    const publicJwk = { ...publicKey.export({ format: 'jwk' }) }
    expect(verifySignature({ hash: null, publicJwk, data, signature: sign(null, data, privateKey) })).toBe(true)
  })
})

describe('isPublicKey', () => {
  it('tells a point on the curve from one beside it, also after it has seen the one', () => {
    const { kty, crv, x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
    const publicJwk = { kty, crv, x, y } as Record<string, string>
    expect(isPublicKey(publicJwk)).toBe(true)
    expect(isPublicKey({ ...publicJwk, y: publicJwk.x ?? '' })).toBe(false)
    expect(isPublicKey({ ...publicJwk, crv: 'P-384' })).toBe(false)
    expect(isPublicKey({ ...publicJwk, kty: 'OKP' })).toBe(false)
    expect(isPublicKey(publicJwk)).toBe(true)
  })

  it('is false for what is no key', () => {
    expect(isPublicKey({})).toBe(false)
    expect(isPublicKey({ kty: 'EC', crv: 'P-256' })).toBe(false)
  })
})

describe('keyedHash', () => {
  const hash = keyedHash(new Uint8Array(32).fill(7))

  it('depends on key, purpose and data, and is repeatable', () => {
    expect(hash('code', 'a')).toEqual(hash('code', 'a'))
    expect(hash('code', 'a')).toHaveLength(32)
    const values = [
      hash('code', 'a'),
      hash('code', 'b'),
      hash('nonce', 'a'),
      keyedHash(new Uint8Array(32))('code', 'a'),
    ]
    expect(new Set(values.map(hex)).size).toBe(4)
  })

  it('does not confuse purpose with data', () => {
    expect(hash('ab', 'c')).not.toEqual(hash('a', 'bc'))
  })
})

describe('random', () => {
  it('gives as many bytes as asked for, and none of them twice', () => {
    const drawn: string[] = []
    for (const size of Array.from({ length: 400 }, (_, index) => 16 + (index % 49))) {
      const bytes = random(size)
      expect(bytes).toHaveLength(size)
      drawn.push(Buffer.from(bytes).toString('hex').slice(0, 32))
    }
    expect(new Set(drawn).size).toBe(drawn.length)
    expect(drawn).not.toContain('0'.repeat(32))
  })

  it('gives none', () => {
    expect(random(0)).toHaveLength(0)
  })
})

describe('thumbprintOf', () => {
  it('gives the thumbprint of the example of RFC 7638 section 3.1', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
      'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajr' +
      'n1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    expect(thumbprintOf({ kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' })).toBe(
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    )
  })
  it('has none for what is not a public key', () => {
    expect(thumbprintOf({ kty: 'oct', k: 'AA' })).toBeNull()
    expect(thumbprintOf({ kty: 'EC', crv: 'P-256', x: 'AA' })).toBeNull()
    expect(thumbprintOf({})).toBeNull()
  })
})
