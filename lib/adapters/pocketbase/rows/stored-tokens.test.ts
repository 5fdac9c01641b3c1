import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { runs } from '@/scripts/thorough.mjs'
import { packTokens, unpackTokens } from './stored-tokens'

const nothing = { headers: {}, query: null, body: null, response: { headers: {}, body: null } }
const proof = { kind: 'dpop', header: { alg: 'ES256', jwk: { kty: 'EC' } }, claims: { iat: 1, aud: ['a', 'b'] } }
const credential = { kind: 'credential', header: { alg: 'ES256' }, claims: { vct: 'v' }, signature: 'ours' }
const parts = {
  ...nothing,
  headers: { authorization: { redacted: true, jwt: { kind: 'jwe' } }, dpop: { redacted: true, jwt: proof } },
  response: { headers: {}, body: { credentials: [{ credential: { redacted: true, jwt: credential } }] } },
}

const throughStorage = (decoded: readonly JsonObject[], of: typeof nothing | typeof parts): JsonObject[] =>
  unpackTokens(JSON.parse(JSON.stringify(packTokens(decoded, of))), JSON.parse(JSON.stringify(of)))

describe('stored tokens', () => {
  it('that the exchange shows are named by their number, with what the list says beyond that', () => {
    const decoded = [
      { source: 'headers.authorization', kind: 'jwe', header: {} },
      { source: 'headers.dpop', ...proof },
      { source: 'response.body.credentials[0].credential', ...credential, disclosures: [{ claim: 'a' }] },
    ]
    expect(packTokens(decoded, parts)).toEqual([
      decoded[0],
      { source: 'headers.dpop', shown: 1 },
      { source: 'response.body.credentials[0].credential', shown: 2, disclosures: [{ claim: 'a' }] },
    ])
    expect(JSON.stringify(throughStorage(decoded, parts))).toBe(JSON.stringify(decoded))
  })

  it('that differ from the shown one in a value or in the order of members are written out', () => {
    for (const other of [
      { ...proof, claims: { iat: 2, aud: ['a', 'b'] } },
      { ...proof, claims: { aud: ['a', 'b'], iat: 1 } },
      { ...proof, claims: { iat: 1, aud: ['b', 'a'] } },
      { kind: 'dpop', claims: proof.claims, header: proof.header },
    ])
      expect(packTokens([{ source: 'headers.dpop', ...other }], parts)).toEqual([{ source: 'headers.dpop', ...other }])
  })

  it('come back whatever the exchange and they contain', () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json)
    const token = fc.record({ kind: fc.constantFrom('dpop', 'credential'), header: json, claims: json })
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 4 }),
        json,
        fc.array(fc.nat(3), { maxLength: 4 }),
        (tokens, other, order) => {
          const of = {
            ...nothing,
            headers: { a: tokens.map((jwt) => ({ jwt, other })), jwt: other },
            body: { jwt: other },
          }
          const decoded = order
            .flatMap((index) => tokens.slice(index, index + 1))
            .map((one) => ({ source: 'a', ...one, other }))
          const stored = JSON.parse(JSON.stringify(packTokens(decoded, of as never)))
          expect(JSON.stringify(unpackTokens(stored, JSON.parse(JSON.stringify(of))))).toBe(JSON.stringify(decoded))
        },
      ),
      runs(),
    )
  })

  it('that refer to nothing are not guessed at', () => {
    expect(() => unpackTokens([{ source: 'headers.dpop', shown: 3 }], parts)).toThrow('does not show')
  })
})
