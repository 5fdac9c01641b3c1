import { createHmac, generateKeyPairSync, sign as signData } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/adapters/crypto/ports'
import { signer } from '@/lib/adapters/crypto/signer'
import { runs } from '@/scripts/thorough.mjs'
import { toBase64url, utf8 } from '../values/base64url'
import {
  jwtCharactersMax,
  readJwt,
  readStrictJwt,
  repeatedName,
  signJwt,
  unreadableTexts,
  verifyJwtSignature as verifyOnce,
} from './jwt'

/** RFC 7515 appendix A.1; the line breaks inside the JSON belong to the example. */
const rfc7515A1 =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9' +
  '.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ' +
  '.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

const encode = (text: string) => toBase64url(utf8(text))

const token = (header: string, claims: string, signature = 'AAAA') => `${encode(header)}.${encode(claims)}.${signature}`

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

describe('readJwt', () => {
  it('decodes the example of RFC 7515', () => {
    expect(readJwt(rfc7515A1)).toEqual({
      readable: true,
      header: { typ: 'JWT', alg: 'HS256' },
      claims: { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true },
      value: rfc7515A1,
      duplicates: [],
    })
  })

  it('decodes the unsecured example of RFC 7519, whose signature is empty', () => {
    const unsecured =
      'eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.'
    expect(readJwt(unsecured)).toMatchObject({ readable: true, header: { alg: 'none' } })
  })

  it('names members that come twice', () => {
    expect(readJwt(token('{"alg":"ES256","alg":"none"}', '{"a":{"b":1,"b":2}}'))).toMatchObject({
      readable: true,
      duplicates: ['header/alg', 'claims/a/b'],
    })
  })

  it('keeps a member called __proto__ a plain member', () => {
    const jwt = readJwt(token('{"__proto__":{"alg":"none"}}', '{}'))
    expect(jwt.readable && jwt.header.alg).toBeUndefined()
  })

  it.each([
    ['', 'The token is not three parts separated by dots.'],
    ['a.b', 'The token is not three parts separated by dots.'],
    [`${rfc7515A1}.`, 'The token is not three parts separated by dots.'],
    ['a.b.c.d.e', 'The token is not three parts separated by dots.'],
    [` ${rfc7515A1}`, 'The header is not base64url without padding.'],
    [`${rfc7515A1}=`, 'The signature is not base64url without padding.'],
    [`${rfc7515A1}\n`, 'The signature is not base64url without padding.'],
    [token('{}', '{}', 'AB'), 'The signature is not base64url without padding.'],
    [`${encode('{}')}.+/8.`, 'The payload is not base64url without padding.'],
    [`_w.${encode('{}')}.`, 'The header is not UTF-8.'],
    [token('{', '{}'), 'The header is not JSON.'],
    [token('{}', ''), 'The payload is not JSON.'],
    [token('[]', '{}'), 'The header is not a JSON object.'],
    [token('{}', 'null'), 'The payload is not a JSON object.'],
    [token('{}', '"text"'), 'The payload is not a JSON object.'],
    [token('{}', nested(33)), 'The payload is nested deeper than 32 levels.'],
    [token(nested(33), '{}'), 'The header is nested deeper than 32 levels.'],
    [`${Buffer.from('{"alg":"ECDH-ES","enc":"A128GCM"}').toString('base64url')}..a.b.c`, unreadableTexts.is_jwe],
    ['e30.e30.AA~WyJhIl0~', unreadableTexts.is_sd_jwt],
    ['{"payload":"e30"}', unreadableTexts.is_json],
    ['a'.repeat(jwtCharactersMax + 1), 'The token is longer than 65536 characters.'],
  ])('refuses %j', (value, reason) => {
    expect(readJwt(value)).toEqual({ readable: false, reason, repeated: null })
  })

  it('reads up to its bounds', () => {
    expect(readJwt(token('{}', nested(32))).readable).toBe(true)
    const frame = token('{}', '{"a":""}', '')
    const filler = 'x'.repeat(Math.floor(((jwtCharactersMax - frame.length) * 3) / 4) - 3)
    const long = token('{}', `{"a":"${filler}"}`, '')
    expect(long.length).toBeGreaterThan(jwtCharactersMax - 10)
    expect(readJwt(long).readable).toBe(true)
  })

  it('stays quick and quiet for deep nesting that a recursive reader would die of', () => {
    expect(readJwt(token('{}', `${'['.repeat(30_000)}${']'.repeat(3)}`)).readable).toBe(false)
  })

  it('never throws and never echoes input in its reason', () => {
    const part = fc.oneof(fc.string(), fc.json().map(encode), fc.base64String(), fc.constant(encode('{"alg":"ES256"}')))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
        ),
        (value) => {
          const jwt = readJwt(value)
          if (jwt.readable) expect(jwt.value).toBe(value)
          else expect(jwt.reason).toMatch(/^The (token|header|payload|signature) [a-z0-9 -]+\.$/i)
        },
      ),
      runs(),
    )
  })

  it('gives back what was encoded', () => {
    const members = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }))
    fc.assert(
      fc.property(members, members, fc.uint8Array(), (header, claims, signature) => {
        const jwt = readJwt(token(JSON.stringify(header), JSON.stringify(claims), toBase64url(signature)))
        expect(jwt).toMatchObject({ readable: true })
        expect(jwt.readable && JSON.stringify([jwt.header, jwt.claims])).toBe(
          JSON.stringify([JSON.parse(JSON.stringify(header)), JSON.parse(JSON.stringify(claims))]),
        )
      }),
      runs(),
    )
  })
})

it.each([
  [['header/alg'], 'header.alg'],
  [['claims/https:~1~1wallet.example~1~0name'], 'claims.https://wallet.example/~name'],
  [['header/jwk/kty'], 'header.jwk.kty'],
  [['claims/cnf/jwk/x'], 'claims.cnf.jwk.x'],
  [['claims/attested_keys/1/x'], 'claims.attested_keys.1.x'],
  [['claims/status/uri', 'claims/jwk/kty', 'header/cnf/jwk', 'claims/cnf~1jwk/x'], null],
  [['claims/status/uri', 'claims/iss'], 'claims.iss'],
  [[], null],
])('tells of %j that %j must not be there twice', (paths, repeated) => {
  expect(repeatedName(paths)).toBe(repeated)
})

it('leaves a token readable that repeats a member inside a claim', () => {
  const encode = (text: string): string => Buffer.from(text).toString('base64url')
  const token = (claims: string): string => `${encode('{"alg":"ES256"}')}.${encode(claims)}.AA`
  expect(readStrictJwt(token('{"x":{"a":1,"a":2}}')).readable).toBe(true)
  expect(readStrictJwt(token('{"x":1,"x":2}'))).toMatchObject({ readable: false, repeated: 'claims.x' })
})

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
