import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { makeJwt } from '../../../shared/jose/jwt'
import type { Signer } from '../../../shared/ports/ports'
import { verifierRedaction } from '../../../verifier/redaction/verifier-redaction'
import { answer, encode, given, jws, publicJwk } from '../fixtures/exchanges'
import { redactExchange } from '../message/redact-exchange'
import { madeToken } from './made-token'
import { readTokenPart, readTokens } from './read-token'

const signer: Signer = {
  alg: 'ES256',
  kid: '0',
  publicJwk: { ...publicJwk, kty: 'EC', crv: 'P-256' },
  x5c: [],
  validFrom: null,
  sign: () => new Uint8Array(64),
}

const make = (header: Record<string, unknown>, claims: Record<string, unknown>) => {
  const made = makeJwt({ header, claims, signer })
  return { made, read: readTokens([madeToken(made)]).get(made.token) ?? null }
}

/** Compares as text too, so that the order of members counts. */
function expectAsRead({ made, read }: ReturnType<typeof make>): void {
  const [first = '', second = ''] = made.token.split('.')
  for (const [part, value] of [
    [first, read?.header],
    [second, read?.claims],
  ] as const) {
    expect(value).toEqual(readTokenPart(part))
    expect(JSON.stringify(value)).toBe(JSON.stringify(readTokenPart(part)))
  }
}

const wide = (values: number) => ({ list: Array.from({ length: values - 2 }, () => 1) })
const deep = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { a: deep(levels - 1) })

describe('a token that we made', () => {
  it('is handed over as reading its text would give it, or not at all', () => {
    const members = fc.dictionary(fc.string({ unit: 'binary' }), fc.anything({ withSparseArray: true, withDate: true }))
    fc.assert(
      fc.property(members, members, (header, claims) => {
        const token = make(header, claims)
        if (token.read !== null) expectAsRead(token)
      }),
      runs(),
    )
  })

  it('is handed over where it holds nothing but JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (claims) => {
        const withoutOther = JSON.parse(JSON.stringify(claims)) as Record<string, unknown>
        const token = make({ typ: 'x' }, withoutOther)
        expect(token.read?.claims).toBe(withoutOther)
        expectAsRead(token)
      }),
      runs(),
    )
  })

  it.each([
    ['a member that JSON leaves out', { exp: undefined }],
    ['a number that is none', { exp: Number.NaN }],
    ['a date', { exp: new Date(0) }],
    ['a list with a hole', { aud: Array(2) }],
    ['what writes itself', { aud: { toJSON: () => 'x' } }],
    ['too many values', wide(10_001)],
    ['too deep a value', deep(33)],
    ['too long a text', { aud: 'a'.repeat(128 * 1024) }],
  ])('is not handed over with %s', (_name, claims) => {
    expect(make({}, claims).read).toBeNull()
  })

  it.each([
    ['many values', wide(10_000)],
    ['a deep value', deep(32)],
  ])('is handed over with %s as far as reading goes', (_name, claims) => {
    const token = make({}, claims)
    expect(token.read?.claims).toBe(claims)
    expectAsRead(token)
  })

  it.each([
    ['an access token', { typ: 'at+jwt' }, 'access_token', {}],
    ['a request object', { typ: 'oauth-authz-req+jwt', x5c: ['MIIB'] }, 'request', { profile: verifierRedaction }],
    ['a credential', { typ: 'dc+sd-jwt', kid: '0' }, 'credential', {}],
  ] as const)('shows %s as a reading of its text does', (_name, header, name, profile) => {
    const claims = {
      iss: 'https://issuer.example',
      jti: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
      nonce: 'n-0S6_WzA2MjaB1',
      cnf: { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I', jwk: { ...publicJwk } },
      dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt' }] },
    }
    const { made } = make(header, claims)
    const input = { ...given({ reply: answer({ [name]: made.token }) }), ...profile }
    const tokens = readTokens([madeToken(made)])
    expect(tokens.size).toBe(1)
    const shown = redactExchange(input)
    expect(shown.decoded).toHaveLength(1)
    expect(JSON.stringify(redactExchange({ ...input, tokens }))).toBe(JSON.stringify(shown))
  })

  it('shows what a credential says as its maker tells, and only where credentials of ours are described', () => {
    const credential = `${jws({ typ: 'dc+sd-jwt', alg: 'ES256' }, { iss: 'x' })}~${encode(['salt', 'name', 'Anna'])}~`
    const says = { kind: 'credential', disclosures: [{ claim: 'name', value: 'told' }] }
    const tokens = readTokens([madeToken({ token: credential, header: { alg: 'ES256' }, claims: { iss: 'x' }, says })])
    const input = { ...given({ reply: answer({ credentials: [{ credential }] }) }), tokens }
    const described = { ...input.profile, describeIssued: () => null }
    expect(redactExchange({ ...input, profile: described }).decoded).toMatchObject([says])
    expect(JSON.stringify(redactExchange(input))).not.toContain('told')
  })
})
