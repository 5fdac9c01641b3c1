import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { digest, isPublicKey, sha256, verifySignature } from '@/lib/adapters/crypto/ports'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { runs } from '@/scripts/thorough.mjs'
import type { Exchange } from '../../../../shared/http/exchange'
import type { JudgedFinding } from '../../../../shared/ports/finding'
import { exchangeId, sessionId } from '../../../../shared/ports/ids'
import { epochMillis } from '../../../../shared/time/time'
import { dpopEffects } from '../../../endpoints/oauth/dpop'
import { currentDpopNonce, readDpopNonce } from './dpop-nonce'
import { compareHtu } from './dpop-reading'
import { readDpop } from './read-dpop'

const keys = { sha256, digest, verifySignature, isPublicKey }

const now = epochMillis(1_800_000_030_000)
const seconds = Math.floor(now / 1000)
const endpointUrl = 'https://issuer.example/issuers/eu-pid-device-bound/token'
const issuer = 'eu-pid-device-bound'
const keyedHash = (purpose: string, data: string) =>
  createHmac('sha256', 'installation').update(`${purpose}\0${data}`).digest()
const exchange = (...dpop: string[]): Exchange => ({
  id: exchangeId('11111111-1111-4111-8111-111111111111'),
  at: now,
  method: 'POST',
  path: '/issuers/eu-pid-device-bound/token',
  query: null,
  headers: dpop.map((value) => ['DPoP', value] as const),
  body: new Uint8Array(),
  bodyOverflow: false,
  bodyBytes: 0,
  remoteAddress: '127.0.0.1',
})
const session = sessionId('5f2d5a8e-4d55-4b58-9d0c-6f3f5b2c7d10')

let privateKey: CryptoKey
let jwk: JWK
let thumbprint: string
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  privateKey = pair.privateKey
  jwk = await exportJWK(pair.publicKey)
  thumbprint = await calculateJwkThumbprint(jwk)
})

const sign = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT({ jti: 'c2a8f7f0-6a52-4e0b-9d35-3f1d2c4b5a69', htm: 'POST', htu: endpointUrl, iat: seconds, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(privateKey)

const store = () => createMemoryStore({ now: () => now })
const read = (request: Exchange, ports = { now: () => now, ...keys, keyedHash, store: store() }, rest = {}) =>
  readDpop({
    exchange: request,
    endpointUrl,
    role: 'as',
    accessToken: null,
    boundThumbprint: null,
    issuerId: issuer,
    policy: 'offered',
    algorithms: ['ES256'],
    sessionId: session,
    ports,
    ...rest,
  })

describe('reading a DPoP proof', () => {
  it('reads a good one', async () => {
    const { proof, headerCount, unreadable } = await read(exchange(await sign()))
    expect(headerCount).toBe(1)
    expect(unreadable).toBeNull()
    expect(proof).toMatchObject({
      signature: 'valid',
      htu: 'exact',
      thumbprint,
      jtiSeen: false,
      nonce: { state: 'absent' },
    })
  })

  it('tells a changed token from a good one', async () => {
    const [header, , signature] = (await sign()).split('.')
    const other = (await sign({ htm: 'GET' })).split('.')[1]
    const { proof } = await read(exchange(`${header}.${other}.${signature}`))
    expect(proof?.signature).toBe('invalid')
  })

  it('counts repeated headers and values joined by a comma, and still reads the first', async () => {
    const token = await sign()
    for (const request of [exchange(token, token), exchange(`${token}, ${token}`)]) {
      const reading = await read(request)
      expect(reading.headerCount).toBe(2)
      expect(reading.proof?.signature).toBe('valid')
    }
  })

  it('finds one in the body by what it is, where the header is missing and needed', async () => {
    const token = await sign()
    const bodies = [`grant_type=x&dpop_proof=${token}`, JSON.stringify({ proofs: {}, dpop_proof: token })]
    for (const body of bodies.map((text) => new TextEncoder().encode(text))) {
      expect((await read({ ...exchange(), body })).inBody).toBe('dpop_proof')
      expect((await read({ ...exchange(), body }, undefined, { demanded: false })).inBody).toBeUndefined()
      expect((await read({ ...exchange(token), body })).inBody).toBeUndefined()
    }
    const other = new TextEncoder().encode(`assertion=${await sign({}, { typ: 'JWT' })}`)
    expect((await read({ ...exchange(), body: other })).inBody).toBeUndefined()
  })

  it('verifies nothing with an algorithm that is not published, nor without a key', async () => {
    for (const header of [{ alg: 'none' }, { alg: 'HS256' }]) {
      const [, claims, signature] = (await sign()).split('.')
      const forged = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', jwk, ...header })).toString('base64url')
      expect((await read(exchange(`${forged}.${claims}.${signature}`))).proof?.signature).toBe('unverifiable')
    }
    const without = (await read(exchange(await sign({}, { jwk: undefined })))).proof
    expect(without).toMatchObject({ signature: 'unverifiable', thumbprint: null, jtiDigest: null })
    expect(without?.jwk.present).toBe(false)
  })

  it('names private members and still verifies with the public ones', async () => {
    const { proof } = await read(exchange(await sign({}, { jwk: { ...jwk, d: 'AAAA' } })))
    expect(proof?.jwk.privateMembers).toEqual(['d'])
    expect(proof?.signature).toBe('valid')
  })

  it('takes scheme and hash of the access token from the request', async () => {
    const request = exchange(await sign())
    const withToken = { ...request, headers: [...request.headers, ['authorization', 'dpop abc'] as const] }
    const reading = await read(withToken, undefined, { role: 'rs', accessToken: 'abc' })
    expect(reading.authorizationScheme).toBe('dpop')
    expect(reading.accessTokenHash).toBe(createHash('sha256').update('abc').digest('base64url'))
  })

  it('never throws, whatever the header holds', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    )
    const token = fc.oneof(
      fc.string(),
      fc.tuple(part, part, part).map((parts) => parts.join('.')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 3 }), async (values) => {
        const reading = await read(exchange(...values))
        expect(reading.headerCount).toBeGreaterThanOrEqual(values.length)
      }),
      runs(200),
    )
  })
})

describe('a DPoP proof with odd members', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', '\0', 'x'.repeat(5000), 1e300, 'http://[', 'HTTP://%zz', '//', 'a:', ['ES256', 'none']),
  )
  const keyMembers = fc.record(
    { kty: odd, crv: odd, x: odd, y: odd, d: odd, n: odd, k: odd, oth: odd },
    { requiredKeys: [] },
  )
  const header = fc.record(
    {
      alg: fc.oneof(fc.constant('ES256'), odd),
      typ: odd,
      jwk: fc.oneof(
        odd,
        keyMembers.map((members) => ({ ...jwk, ...members })),
      ),
      kid: odd,
      crit: odd,
      b64: odd,
      zip: odd,
      x5c: odd,
    },
    { requiredKeys: [] },
  )
  const claims = fc.record(
    { jti: odd, htm: odd, htu: odd, iat: odd, exp: odd, nbf: odd, ath: odd, nonce: odd },
    { requiredKeys: [] },
  )

  it('is read whatever they are, without throwing, and is never valid without a signature', async () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    await fc.assert(
      fc.asyncProperty(header, claims, async (members, content) => {
        const proof = `${encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...members })}.${encoded(content)}.AAAA`
        const reading = await read(exchange(proof), undefined, { role: 'rs', accessToken: 'abc' })
        expect(reading.proof?.signature).not.toBe('valid')
      }),
      runs(500),
    )
  })
})

describe('what a DPoP proof leaves behind', () => {
  const effectsOf = (reading: Awaited<ReturnType<typeof read>>, findings: JudgedFinding[] = []) =>
    dpopEffects({ reading, findings, issuerId: issuer, exchangeId: exchange().id, sessionId: session })

  it('makes a second use of the jti visible, and a parallel one lost', async () => {
    const memory = store()
    const ports = { now: () => now, ...keys, keyedHash, store: memory }
    const request = exchange(await sign())
    const effects = effectsOf(await read(request, ports))
    expect(await memory.commit({ events: [], effects })).toMatchObject({ status: 'committed' })
    expect(await memory.commit({ events: [], effects })).toMatchObject({ status: 'lost', effects: [0] })
    expect((await read(request, ports)).proof).toMatchObject({ jtiSeen: true, keyFirstSession: session })
    expect((await read(exchange(await sign({ jti: 'another' })), ports)).proof?.jtiSeen).toBe(false)
  })

  it('is nothing after a refusal, a nonce challenge included', async () => {
    const reading = await read(exchange(await sign()))
    const finding: JudgedFinding = {
      id: 'vci.dpop.nonce_current',
      status: 'warn',
      expected: null,
      actual: null,
      hint: null,
      error: 'use_dpop_nonce',
      rejected: true,
    }
    expect(effectsOf(reading, [finding])).toEqual([])
    expect(effectsOf(await read(exchange()))).toEqual([])
    expect(effectsOf(reading, [{ ...finding, id: 'vci.proof.jwt.aud', error: 'invalid_proof' }])).toHaveLength(2)
  })
})

describe('a DPoP nonce', () => {
  const at = (age: number, role: 'as' | 'rs' = 'as', id = issuer) =>
    currentDpopNonce({ issuer: id, role, now: epochMillis(now - age * 1000), keyedHash })
  const state = (nonce: unknown) => readDpopNonce(nonce, { issuer, role: 'as', now, keyedHash }).state

  it('is shared for a minute, accepted for five, then recognised as stale', () => {
    expect([0, 29, 31, 240, 269].map((age) => state(at(age)))).toEqual([
      'current',
      'current',
      'recent',
      'recent',
      'recent',
    ])
    expect([271, 330, 3000].map((age) => state(at(age)))).toEqual(['stale', 'stale', 'stale'])
    expect(state(at(7200))).toBe('unknown')
  })

  it('belongs to one role and one issuer', () => {
    expect(state(at(0, 'rs'))).toBe('other_role')
    expect(state(at(0, 'as', 'eu-pid-jwt-proof-only'))).toBe('unknown')
  })

  it('that is none of ours is told apart from no nonce', () => {
    expect([undefined, 5, '', 'made up'].map(state)).toEqual(['absent', 'not_a_string', 'unknown', 'unknown'])
  })
})

describe('comparing htu', () => {
  it.each([
    [endpointUrl, 'exact'],
    ['https://ISSUER.example:443/issuers/eu-pid-device-bound/token', 'normalised'],
    ['HTTPS://issuer.example/issuers/x/../eu-pid-device-bound/%74oken', 'normalised'],
    [`${endpointUrl}?a=b#c`, 'normalised'],
    [`${endpointUrl}/`, 'different'],
    ['https://issuer.example/issuers/eu-pid-jwt-proof-only/token', 'different'],
    ['http://issuer.example/issuers/eu-pid-device-bound/token', 'different'],
    ['https://user@issuer.example/issuers/eu-pid-device-bound/token', 'different'],
    ['https://issuer.example\\issuers\\eu-pid-device-bound\\token', 'different'],
    [` ${endpointUrl}`, 'different'],
    ['/issuers/eu-pid-device-bound/token', 'different'],
    [undefined, 'missing'],
    [7, 'missing'],
  ])('calls %s %s', (htu, expected) => {
    expect(compareHtu(htu, endpointUrl)).toBe(expected)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (htu) => void compareHtu(htu, endpointUrl)),
      runs(),
    )
  })
})
