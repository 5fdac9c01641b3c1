import { expect, it } from 'vitest'
import { readStrictJwt, repeatedName } from './jwt'

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
