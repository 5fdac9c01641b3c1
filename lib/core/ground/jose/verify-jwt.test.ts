import { createHmac, generateKeyPairSync, sign as signData } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/adapters/crypto/ports'
import { signer } from '@/lib/adapters/crypto/signer'
import { runs } from '@/scripts/thorough.mjs'
import { toBase64url, utf8 } from '../values/base64url'
import { readJwt, signJwt, verifyJwtSignature as verifyOnce } from './jwt'

/** RFC 7515 appendix A.3: ES256 */
const rfc7515A3 =
  'eyJhbGciOiJFUzI1NiJ9' +
  '.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ' +
  '.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q'
const rfc7515Key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

const es256 = ['ES256']

/** Verifies both with Web Crypto and with the port, which must agree. */
async function verifyJwtSignature(input: Parameters<typeof verifyOnce>[0]) {
  const valid = await verifyOnce(input)
  expect(await verifyOnce({ ...input, verifySignature })).toBe(valid)
  return valid
}
const ours = signer(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const theirs = signer(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const sign = (header: Record<string, unknown> = {}, claims: Record<string, unknown> = { a: 1 }) =>
  signJwt({ header, claims, signer: ours })
const verify = async (token: string, jwk: unknown = ours.publicJwk, algorithms: readonly string[] = es256) => {
  const jwt = readJwt(token)
  return jwt.readable && (await verifyJwtSignature({ jwt, jwk, algorithms }))
}

describe('verifyJwtSignature', () => {
  it('accepts the ES256 example of RFC 7515', async () => {
    expect(await verify(rfc7515A3, rfc7515Key)).toBe(true)
  })

  it('refuses it with one character of payload or signature changed', async () => {
    expect(await verify(rfc7515A3.replace('.eyJpc3Mi', '.eyJpc3Nj'), rfc7515Key)).toBe(false)
    expect(await verify(rfc7515A3.replace('.DtEh', '.DtEi'), rfc7515Key)).toBe(false)
  })

  it('accepts what signJwt makes, and only with the right key', async () => {
    expect(await verify(sign())).toBe(true)
    expect(await verify(sign(), theirs.publicJwk)).toBe(false)
  })

  it('does not let the header choose the algorithm', async () => {
    expect(await verify(sign(), ours.publicJwk, ['ES384'])).toBe(false)
    expect(await verify(sign(), ours.publicJwk, [])).toBe(false)
  })

  it('refuses alg none, even when somebody lists it', async () => {
    const [, claims] = sign().split('.')
    const unsecured = `${toBase64url(utf8('{"alg":"none"}'))}.${claims}.`
    expect(await verify(unsecured, ours.publicJwk, ['none', 'ES256'])).toBe(false)
  })

  it('refuses a MAC under the public key, even when somebody lists HS256', async () => {
    const input = `${toBase64url(utf8('{"alg":"HS256"}'))}.${toBase64url(utf8('{}'))}`
    const mac = createHmac('sha256', JSON.stringify(ours.publicJwk)).update(input).digest()
    const oct = { kty: 'oct', k: toBase64url(utf8(JSON.stringify(ours.publicJwk))) }
    expect(await verify(`${input}.${toBase64url(mac)}`, oct, ['HS256', 'ES256'])).toBe(false)
  })

  it('refuses critical extensions, because it knows none (RFC 7515 section 4.1.11)', async () => {
    expect(await verify(sign({ crit: ['exp'], exp: 1 }))).toBe(false)
    expect(await verify(sign({ crit: [] }))).toBe(false)
    expect(await verify(sign({ b64: false }))).toBe(false)
  })

  it('ignores the key in the header', async () => {
    const token = signJwt({ header: { jwk: theirs.publicJwk }, claims: {}, signer: theirs })
    expect(await verify(token)).toBe(false)
  })

  it('judges the signature alone: a contradicting use or alg of the key is for a check', async () => {
    expect(await verify(sign(), { ...ours.publicJwk, use: 'enc', alg: 'ECDH-ES', key_ops: [] })).toBe(true)
  })

  it('does not take a DER signature for a JWS signature (RFC 7518 section 3.4)', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const input = `${toBase64url(utf8('{"alg":"ES256"}'))}.${toBase64url(utf8('{}'))}`
    const signature = (dsaEncoding: 'der' | 'ieee-p1363') =>
      toBase64url(signData('sha256', utf8(input), { key: privateKey, dsaEncoding }))
    const jwk = signer(privateKey).publicJwk
    expect(await verify(`${input}.${signature('ieee-p1363')}`, jwk)).toBe(true)
    expect(await verify(`${input}.${signature('der')}`, jwk)).toBe(false)
  })

  it.each([[null], [undefined], ['key'], [{}], [{ kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }]])(
    'is false for the key %j',
    async (jwk) => {
      expect(await verify(sign(), jwk ?? null)).toBe(false)
    },
  )

  it('never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.anything(), fc.array(fc.string()), async (value, jwk, algorithms) => {
        expect(await verify(value, jwk, algorithms)).toBe(false)
        const jwt = { header: { alg: algorithms[0] ?? 'ES256' }, value }
        expect(await verifyJwtSignature({ jwt, jwk, algorithms })).toBe(false)
      }),
      runs(),
    )
  })

  it('is false for any changed character', async () => {
    const token = sign({ typ: 'JWT' })
    const position = fc.nat(token.length - 1).filter((index) => token[index] !== '.')
    await fc.assert(
      fc.asyncProperty(position, fc.constantFrom('A', 'b', '7', '_'), async (index, character) => {
        fc.pre(token[index] !== character)
        expect(await verify(token.slice(0, index) + character + token.slice(index + 1))).toBe(false)
      }),
      runs(),
    )
  })
})

describe('signJwt', () => {
  it('takes the algorithm from the signer, whatever the header says', () => {
    const jwt = readJwt(sign({ alg: 'none', typ: 'at+jwt', kid: ours.kid }, { iss: 'https://issuer.example' }))
    expect(jwt).toMatchObject({
      readable: true,
      header: { alg: 'ES256', typ: 'at+jwt', kid: ours.kid },
      claims: { iss: 'https://issuer.example' },
    })
  })

  it('carries any text unharmed', () => {
    const jwt = readJwt(sign({}, { name: 'Brontë 🦉', __proto__x: null }))
    expect(jwt).toMatchObject({ readable: true, claims: { name: 'Brontë 🦉' } })
  })
})
