import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { toBase64url, utf8 } from '../values/base64url'
import { jwtCharactersMax, readJwt } from './jwt'

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
