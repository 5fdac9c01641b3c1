import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { isObject, type JsonObject } from '../json'
import { createTrustWorld, listUrl, revocationListUri, type TrustWorld } from '../testing/trust-maker'
import type { CredentialQuery } from '../verifier/dcql/dcql-query'
import { statusIn } from './certificates/access-certificate'
import {
  judgeChain,
  policiesOf,
  readChainCertificate,
  revocationAddresses,
  statementIds,
  subjectAttribute,
} from './certificates/certificate-content'
import { readTrustList, verifyTrustList } from './lists/trust-list'
import { overAskedIn, readRegistration, registeredPart } from './registration/registration'

const nowMillis = Date.UTC(2030, 0, 1)
let world: TrustWorld
beforeAll(async () => {
  world = await createTrustWorld(nowMillis)
})

const claimsOf = (compact: string): JsonObject =>
  JSON.parse(Buffer.from(compact.split('.')[1] ?? '', 'base64url').toString())

/** The value with one member, at any depth, replaced or left out. */
const damaged = (value: unknown, other: unknown, at: number): unknown => {
  let left = at
  const walk = (one: unknown): unknown => {
    left -= 1
    if (left < 0) {
      left = Number.POSITIVE_INFINITY
      return other
    }
    if (Array.isArray(one)) return one.map(walk)
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)])) : one
  }
  return walk(value)
}
const anything = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constant(undefined), fc.string(), fc.integer())
const place = fc.nat({ max: 60 })

describe('the parser of lists', () => {
  it('takes any claims without an exception, and gives back whole lists or none', async () => {
    const right = claimsOf(String(world.documents.get(listUrl('access'))))
    expect(readTrustList(right)).toMatchObject({ sequence: 7, territory: 'EU' })
    fc.assert(
      fc.property(anything, place, (other, at) => {
        const claims = damaged(right, other, at)
        const list = readTrustList(isObject(claims) ? claims : {})
        if (list === null) return
        expect(Number.isSafeInteger(list.sequence)).toBe(true)
        expect(list.nextUpdate).toBeGreaterThan(0)
        for (const { certificates } of list.services) expect(certificates.every((one) => one !== '')).toBe(true)
      }),
      runs(300),
    )
  })

  it.each(['2030-01-01', '2030-01-01T00:00:00', '2030-01-01T00:00:00+00:00', '2030-13-01T00:00:00Z', 0, null])(
    'takes %s for no instant',
    async (NextUpdate) => {
      expect(readTrustList(claimsOf(await world.list('pid', { information: { NextUpdate } })))).toBeNull()
    },
  )

  it('bounds how many services it reads', async () => {
    const right = claimsOf(await world.list('pid'))
    const list = right.LoTE as { TrustedEntitiesList: unknown[] }
    list.TrustedEntitiesList = Array(2501).fill(list.TrustedEntitiesList[0])
    expect(readTrustList(right)).toBeNull()
  })

  it('verifies no text but a list that its operator signed', async () => {
    const right = String(world.documents.get(listUrl('access')))
    const expected = { operators: [world.operator.certificate], type: null, name: 'test', now: nowMillis }
    expect(verifyTrustList(right, expected)).toMatchObject({ sequence: 7 })
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: right.length }), (text, at) => {
        expect(verifyTrustList(text, expected)).toHaveProperty('reason')
        const other = `${right.slice(0, at)}A${right.slice(at + 1)}`
        // The last character of base64url contains unused bits.
        if (other !== right && at < right.length - 1) expect(verifyTrustList(other, expected)).toHaveProperty('reason')
      }),
      runs(200),
    )
  })
})

describe('the parser of registrations', () => {
  it('takes any claims without an exception, and gives back whole registrations or none', async () => {
    const right = claimsOf(await world.registration({ provides_attestations: [{ format: 'f', meta: {} }] }))
    expect(readRegistration(right)).toMatchObject({ subject: 'NTRIT-WALLETCAPTURE', intermediary: null })
    fc.assert(
      fc.property(anything, place, (other, at) => {
        const claims = damaged(right, other, at)
        const registration = readRegistration(isObject(claims) ? claims : {})
        if (registration === null) return
        expect(typeof registration.subject).toBe('string')
        expect(Number.isFinite(registration.expiresAt)).toBe(true)
      }),
      runs(300),
    )
  })

  it.each([
    { sub: '' },
    { exp: '4' },
    { iat: 'today' },
    { entitlements: 'all' },
    { intermediary: {} },
    { credentials: {} },
    { credentials: [{ format: 'f' }] },
    { credentials: [{ format: 'f', meta: {}, claim: [{ path: [] }] }] },
    { credentials: [{ format: 'f', meta: {}, claim: [{ path: [-1] }] }] },
    { credentials: Array(501).fill({ format: 'f', meta: {} }) },
    { provides_attestations: [null] },
  ])('refuses %j', async (changes) => {
    expect(readRegistration(claimsOf(await world.registration(changes)))).toBeNull()
  })
})

describe('the comparison of what is asked with what is registered', () => {
  const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b'), fc.nat({ max: 2 }), fc.constant(null)), {
    minLength: 1,
    maxLength: 3,
  })
  const queryOf = (paths: readonly (readonly (string | number | null)[])[]): CredentialQuery => ({
    id: 'q',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['t'] },
    multiple: false,
    holderBinding: true,
    trustedAuthorities: null,
    claims: paths.map((path) => ({ id: null, path: [...path], values: null })),
    claimSets: null,
  })
  const registered = (claims: (string | number | null)[][] | null) => [
    { format: 'dc+sd-jwt', meta: { vct_values: ['t'] }, claims },
  ]

  it('finds nothing where exactly that is registered, and leaves the query as it is', () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 5 }), (paths) => {
        const query = { credentials: [queryOf(paths)], credentialSets: null }
        expect(overAskedIn(query, registered(paths))).toEqual({ types: [], claims: [] })
        expect(registeredPart(query, registered(paths))).toEqual(query)
      }),
      runs(200),
    )
  })

  it('leaves a part that asks for nothing unregistered', () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1 }), fc.array(steps), (asked, known) => {
        const part = registeredPart({ credentials: [queryOf(asked)], credentialSets: null }, registered(known))
        if (part !== null) expect(overAskedIn(part, registered(known))).toEqual({ types: [], claims: [] })
      }),
      runs(200),
    )
  })

  it('drops what nobody registered from credential sets, and refuses a set that needs it', () => {
    const other = { ...queryOf([['a']]), id: 'other', meta: { vct_values: ['another'] } }
    const credentials = [queryOf([['a']]), other]
    const set = (required: boolean, ...options: string[][]) => ({ options, required })
    const part = (...credentialSets: ReturnType<typeof set>[]) =>
      registeredPart({ credentials, credentialSets }, registered(null))
    expect(part(set(true, ['other'], ['q']))?.credentialSets).toEqual([set(true, ['q'])])
    expect(part(set(true, ['q']), set(false, ['other']))?.credentialSets).toEqual([set(true, ['q'])])
    expect(part(set(true, ['q', 'other']))).toBeNull()
    expect(registeredPart({ credentials, credentialSets: null }, registered(null))).toBeNull()
  })

  it('shortens claim sets to what is registered', () => {
    const named = queryOf([['a'], ['b']])
    const claims = named.claims?.map((claim, index) => ({ ...claim, id: String(index) })) ?? null
    const query = { credentials: [{ ...named, claims, claimSets: [['1'], ['0', '1']] }], credentialSets: null }
    expect(registeredPart(query, registered([['a']]))?.credentials[0]?.claimSets).toEqual([['0']])
  })
})

describe('the reader of certificates', () => {
  it('takes any text without an exception', () => {
    fc.assert(
      fc.property(fc.string(), fc.base64String(), fc.uint8Array(), (text, base64, bytes) => {
        expect(readChainCertificate(text)).toBeNull()
        expect(judgeChain([base64, text], [], nowMillis).ends).toBe('unreadable')
        expect(Array.isArray(statementIds(Buffer.from(bytes)))).toBe(true)
      }),
      runs(200),
    )
  })

  it('takes a damaged certificate without an exception', () => {
    const der = Buffer.from(world.access.der, 'base64')
    fc.assert(
      fc.property(fc.nat({ max: der.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const other = Buffer.from(der)
        other[at] = (other[at] ?? 0) ^ flip
        const read = readChainCertificate(other.toString('base64'))
        const anchors = [world.authorities.access.certificate]
        expect(judgeChain([other.toString('base64')], anchors, nowMillis).ends).not.toBe('at_anchor')
        if (read === null) return
        expect(Array.isArray(policiesOf(read))).toBe(true)
        expect(Array.isArray(revocationAddresses(read))).toBe(true)
        subjectAttribute(read, 'organizationIdentifier')
      }),
      runs(300),
    )
  })

  it('reads the statements that DER holds', () => {
    const der = Buffer.from('300a3008060604008e4601013000', 'hex').subarray(0, 12)
    expect(statementIds(der)).toEqual(['0.4.0.1862.1.1'])
    const asType = '30133011060604008e4601063007060504008bec4e'
    expect(statementIds(Buffer.from(asType, 'hex'))).toEqual(['0.4.0.1862.1.6', '0.4.0.194126'])
    expect(statementIds(Buffer.from('30820000', 'hex'))).toEqual([])
    expect(statementIds(Buffer.from('3081', 'hex'))).toEqual([])
  })

  it('refuses a chain that is too long', () => {
    expect(judgeChain(Array(11).fill(world.access.der), [], nowMillis).ends).toBe('unreadable')
  })
})

describe('the reader of revocation lists', () => {
  it('takes any bytes without an exception, and believes none that are changed', async () => {
    const right = Buffer.from(world.documents.get(revocationListUri) ?? '')
    const of = { certificate: world.access.certificate, issuer: world.authorities.access.certificate, now: nowMillis }
    expect(await statusIn(right, of)).toBe('good')
    const pem = `-----BEGIN X509 CRL-----\n${right.toString('base64')}\n-----END X509 CRL-----\n`
    expect(await statusIn(Buffer.from(pem), of)).toBe('good')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.nat({ max: right.length - 1 }), async (bytes, at) => {
        expect(await statusIn(Buffer.from(bytes), of)).toBeNull()
        const other = Buffer.from(right)
        other[at] = (other[at] ?? 0) ^ 1
        expect(await statusIn(other, of)).toBeNull()
      }),
      runs(100),
    )
  })
})
