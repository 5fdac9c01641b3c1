import { describe, expect, it } from 'vitest'
import {
  disclosure,
  disclosures,
  hashOf,
  holderKey,
  issuer,
  issuerKey,
  knownIssuerInput,
  makePresentation,
  type PresentationChanges,
  payload,
  rawDisclosure,
  testKey,
} from '@/lib/testing/presented/make-presentation'
import { seconds } from '@/lib/testing/presented/presented-input'
import { readChanged } from '@/lib/testing/presented/read-changed'
import type { Json } from '../../../values/json'
import type { PresentationInput } from '../../reading-of-presentation'
import { readPresentation } from './read-presentation'

/** All error facts of a reading. */
const errorsOf = async (changes: PresentationChanges, input: Partial<PresentationInput> = {}) => {
  const reading = await readChanged(changes, input)
  const { kbJwt } = reading
  return {
    shape: reading.shape.kind === 'compact' ? [] : [reading.shape.kind],
    signature: reading.issuerSignature.result,
    disclosures: reading.disclosures.flatMap((one) =>
      one.errors.length > 0 ||
      one.position === null ||
      one.kindMismatch ||
      one.collides ||
      one.reservedName ||
      one.repeats.length > 0
        ? [one.index]
        : [],
    ),
    kb: kbJwt.present && [kbJwt.signature.result, kbJwt.nonce.matches, kbJwt.aud.matches, kbJwt.sdHash.matches],
  }
}

const good = { shape: [], signature: 'valid', disclosures: [], kb: ['valid', true, true, true] }

describe('a good presentation', () => {
  it('has no error', async () => {
    expect(await errorsOf({})).toEqual(good)
    expect(await readChanged()).toMatchObject({
      read: true,
      issuerKey: { resolved: true, source: 'own_issuer', jwk: issuerKey.jwk },
      issuerTrusted: null,
      x5c: null,
      issuerJwt: {
        alg: { value: 'ES256', asymmetric: true, allowed: true, fitsKey: true },
        crit: null,
        duplicates: [],
      },
      vct: { present: true, value: 'urn:eudi:pid:1', clear: true },
      iss: { value: issuer, httpsUrl: true },
      iat: { type: 'number', fromNow: -3600 },
      nbf: { type: 'number', fromNow: -3600 },
      exp: { type: 'number', fromNow: 3600, looksLikeMilliseconds: false },
      status: { present: false, mechanisms: [], statusList: null },
      hints: [],
    })
  })

  it('shows claims and what was kept back', async () => {
    const { claims, claimTree } = await readChanged({
      disclosures: [disclosures.address, disclosures.city, disclosures.french],
    })
    expect(claims).toEqual({
      iss: issuer,
      vct: 'urn:eudi:pid:1',
      iat: payload.iat,
      nbf: payload.nbf,
      exp: payload.exp,
      cnf: payload.cnf,
      address: { locality: 'Bologna' },
      nationalities: ['FR'],
    })
    const root = claimTree?.kind === 'object' ? claimTree : null
    expect(root?.concealed).toBe(2)
    expect(root?.members.get('address')).toMatchObject({ disclosed: true, concealed: 1 })
    expect(root?.members.get('nationalities')).toMatchObject({
      disclosed: false,
      elements: [null, { kind: 'value', value: 'FR', disclosed: true }],
    })
  })

  it('has the digest of its issuer-signed JWT as its instance', async () => {
    const text = makePresentation()
    const [issuerJwt = ''] = text.split('~')
    expect((await readPresentation(text, knownIssuerInput())).instance).toBe(hashOf(issuerJwt))
    expect((await readPresentation(`${issuerJwt}~`, knownIssuerInput())).instance).toBe(hashOf(issuerJwt))
  })

  it('may come without a Key Binding JWT', async () => {
    const { kbJwt, shape, hints } = await readChanged({ kb: null })
    expect(kbJwt).toEqual({ present: false })
    expect(shape).toMatchObject({ endsWithTilde: true, parts: 4 })
    expect(hints).toEqual([])
  })
})

describe('one error', () => {
  it('hides no other: five at once are all told', async () => {
    const reading = await readChanged({
      issuerKey: testKey(),
      header: { typ: 'JWT' },
      payload: { exp: seconds - 3600, vct: 7 },
      disclosures: [disclosures.family_name, disclosures.family_name, disclosure('email', 'x@example.com')],
      kb: { key: testKey(), claims: { nonce: 5, aud: ['a', 'b'], sd_hash: 'x' }, header: { typ: 'JWT' } },
    })
    expect(reading).toMatchObject({
      typ: { matches: false },
      issuerSignature: { result: 'invalid' },
      exp: { fromNow: -3600 },
      vct: { present: true, value: null, clear: false },
      disclosures: [{ repeats: [1] }, { repeats: [0] }, { position: null, referencedBy: [] }],
      kbJwt: {
        typ: { matches: false },
        signature: { result: 'invalid' },
        nonce: { type: 'other', matches: false },
        aud: { type: 'array', matches: false },
        sdHash: { type: 'string', matches: false },
      },
      claims: { family_name: 'Fabbri' },
    })
  })

  it('in the signed payload leaves the key binding untouched', async () => {
    const [issuerJwt = '', ...rest] = makePresentation().split('~')
    const [header, , signature] = issuerJwt.split('.')
    const claims = Buffer.from(JSON.stringify({ ...payload, vct: 'urn:eudi:pid:2' })).toString('base64url')
    const reading = await readPresentation([`${header}.${claims}.${signature}`, ...rest].join('~'), knownIssuerInput())
    expect(reading).toMatchObject({
      issuerSignature: { result: 'invalid' },
      kbJwt: {
        signature: { result: 'valid' },
        nonce: { matches: true },
        aud: { matches: true },
        sdHash: { matches: false },
      },
    })
  })
})

describe('the shape', () => {
  const shapeOf = async (text: string) => (await readPresentation(text, knownIssuerInput())).shape

  it('reports empty Disclosures, and other text', async () => {
    const [jwt, one, two, kb] = makePresentation().split('~')
    expect(await shapeOf([jwt, '', one, '', two, kb].join('~'))).toMatchObject({
      kind: 'compact',
      emptyDisclosures: [0, 2],
      parts: 6,
    })
    expect(await shapeOf('')).toMatchObject({ kind: 'other', parts: 1, endsWithTilde: false })
    expect(await shapeOf(jwt!)).toMatchObject({ kind: 'other', parts: 1 })
    expect(await shapeOf('~')).toMatchObject({ kind: 'other', parts: 2, endsWithTilde: true })
    expect(await shapeOf(`${makePresentation({ kb: null })}é`)).toMatchObject({ ascii: false })
    expect(await shapeOf('{"payload":"e30","signature":"x","header":{"disclosures":[]}}')).toMatchObject({
      kind: 'json_serialisation',
    })
    expect(await shapeOf('{"a":1}')).toMatchObject({ kind: 'other' })
  })

  it('is bounded', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => rawDisclosure([`${index}`, 'a', 1]))
    const reading = await readChanged({ disclosures: many })
    expect(reading.shape.tooMany).toBe(true)
    expect(reading.disclosures).toHaveLength(1000)
  })

  it('shares one bound of Disclosures with the others of its answer', async () => {
    const same = Array.from({ length: 1000 }, () => rawDisclosure(['salt', 'a', 1]))
    const text = makePresentation({ disclosures: same })
    const input = knownIssuerInput()
    const readings = await Promise.all(Array.from({ length: 40 }, () => readPresentation(text, input)))
    expect(readings.reduce((sum, { disclosures: read }) => sum + read.length, 0)).toBe(4000)
    expect(readings[0]?.shape.tooMany).toBe(false)
    expect(readings.at(-1)).toMatchObject({ shape: { tooMany: true }, disclosures: [] })
  })

  it('without its final tilde takes a Disclosure for the Key Binding JWT, and says so', async () => {
    const { kbJwt, hints } = await readPresentation(makePresentation({ kb: null }).slice(0, -1), knownIssuerInput())
    expect(kbJwt).toMatchObject({
      present: true,
      jws: { unreadable: 'the token is not three parts separated by dots' },
    })
    expect(hints).toEqual([{ about: 'vp.kb.parses', found: 'final_tilde_missing', detail: null }])
  })
})

describe('the issuer-signed JWT', () => {
  it('keeps what can be read of it', async () => {
    const reading = await readPresentation('bm90IEpTT04.eyJ2Y3QiOiJ4In0.*~', knownIssuerInput())
    expect(reading.issuerJwt).toMatchObject({
      unreadable: 'the header is not JSON; the signature is not base64url without padding',
      header: null,
      claims: { vct: 'x' },
    })
    expect(reading).toMatchObject({
      vct: { value: 'x' },
      issuerKey: { resolved: false, reason: 'not_readable' },
      issuerSignature: { result: 'unverified', unverifiedBecause: 'not_readable' },
    })
  })

  it('has no claims when its payload is none', async () => {
    const reading = await readPresentation(
      `${disclosures.family_name}.${disclosures.family_name}.AA~${disclosures.family_name}~`,
      knownIssuerInput(),
    )
    expect(reading).toMatchObject({ claimTree: null, claims: {}, issuerJwt: { header: null, claims: null } })
    expect(reading.disclosures[0]).toMatchObject({ position: null, parentMayBeMissing: false })
  })

  it.each<[string, PresentationChanges, object]>([
    [
      'no algorithm',
      { header: { alg: 'none' } },
      { result: 'unverified', unverifiedBecause: 'algorithm_not_supported' },
    ],
    ['a MAC', { header: { alg: 'HS256' } }, { result: 'unverified', unverifiedBecause: 'algorithm_not_supported' }],
    [
      'an algorithm for another curve',
      { header: { alg: 'ES384' } },
      { result: 'unverified', unverifiedBecause: 'algorithm_does_not_fit_key' },
    ],
    [
      'a critical extension',
      { header: { crit: ['b64'], b64: true } },
      { result: 'unverified', unverifiedBecause: 'critical_header' },
    ],
    [
      'an issuer that nobody knows',
      { payload: { iss: 'https://other.example' } },
      { result: 'unverified', unverifiedBecause: 'no_key' },
    ],
    ['another key', { issuerKey: testKey() }, { result: 'invalid', unverifiedBecause: null }],
  ])('is not verified with %s', async (_, changes, signature) => {
    expect((await readChanged(changes)).issuerSignature).toMatchObject(signature)
  })

  it('reports what is critical', async () => {
    expect((await readChanged({ header: { crit: ['a', 'b'] } })).issuerJwt.crit).toEqual(['a', 'b'])
    for (const crit of [[], 'a', [1], null])
      expect((await readChanged({ header: { crit } })).issuerJwt.crit).toBe('malformed')
  })

  it('is verified with an algorithm that the request does not list, which is told apart', async () => {
    const reading = await readChanged({}, { algorithms: { issuer: ['ES384'], holder: ['ES384'] } })
    expect(reading.issuerSignature.result).toBe('valid')
    expect(reading.issuerJwt.alg).toEqual({ value: 'ES256', asymmetric: true, allowed: false, fitsKey: true })
  })

  it.each<[string, PresentationChanges, Partial<PresentationInput>, object]>([
    ['no iss', { payload: { iss: undefined } }, {}, { reason: 'iss_absent' }],
    ['an iss that nobody knows', { payload: { iss: 'https://other.example' } }, {}, { reason: 'issuer_unknown' }],
    ['a kid that is not published', { header: { kid: 'two' } }, {}, { reason: 'kid_unknown' }],
    [
      'no kid and two keys',
      { header: { kid: undefined } },
      { issuerKeys: [{ issuer, source: 'own_issuer', keys: [{ ...issuerKey.jwk }, { ...holderKey.jwk }] }] },
      { reason: 'kid_absent' },
    ],
    [
      'a key that is none',
      {},
      { issuerKeys: [{ issuer, source: 'own_issuer', keys: [{ kty: 'EC', kid: 'one' }] }] },
      { reason: 'key_unusable' },
    ],
  ])('has no key with %s', async (_, changes, input, unresolved) => {
    expect((await readChanged(changes, input)).issuerKey).toEqual({ resolved: false, ...unresolved })
  })

  it('is never verified with a key in its header', async () => {
    const own = testKey()
    const reading = await readChanged({
      issuerKey: own,
      header: { jwk: own.jwk },
      payload: { iss: 'https://other.example' },
    })
    expect(reading.issuerSignature).toMatchObject({ result: 'unverified', unverifiedBecause: 'no_key' })
    expect(reading.hints).toEqual([
      { about: 'vp.sdjwt.signature', found: 'signed_with_another_key', detail: 'the jwk in the header' },
    ])
  })

  it('is verified with the only key of an issuer when it names none', async () => {
    expect((await readChanged({ header: { kid: undefined } })).issuerSignature.result).toBe('valid')
  })
})

describe('what the credential is bound to', () => {
  it.each<[string, Json, object]>([
    ['nothing', {}, { present: true, isObject: true, jwk: { present: false, valid: false } }],
    ['no object', 'x', { present: true, isObject: false }],
    [
      'a symmetric key',
      { jwk: { kty: 'oct', k: 'AA' } },
      { jwk: { symmetric: true, privateMembers: ['k'], valid: false } },
    ],
    [
      'a private key',
      { jwk: { ...holderKey.jwk, d: 'AA' } },
      { jwk: { privateMembers: ['d'], unknownMembers: [], valid: true } },
    ],
    [
      'a point off the curve',
      { jwk: { ...holderKey.jwk, x: issuerKey.jwk.x! } },
      { jwk: { isObject: true, valid: false, thumbprint: null } },
    ],
    [
      'a key with more around it',
      { jwk: { ...holderKey.jwk, kid: 'x', note: 1 }, extra: 1, kid: 'y' },
      { unknownMembers: ['extra'], jwk: { unknownMembers: ['note'], valid: true } },
    ],
  ])('may be %s', async (_, cnf, reading) => {
    expect((await readChanged({ payload: { cnf } })).cnf).toMatchObject(reading)
  })

  it('leaves the Key Binding JWT unverified when it is not there', async () => {
    const reading = await readChanged({ payload: { cnf: undefined } })
    expect(reading.cnf).toMatchObject({ present: false })
    expect(reading.kbJwt).toMatchObject({
      signature: { result: 'unverified', unverifiedBecause: 'no_key' },
      jws: { alg: { fitsKey: null } },
      nonce: { matches: true },
    })
  })
})

describe('the status', () => {
  it.each<[Json, object]>([
    ['x', { present: true, isObject: false, mechanisms: [], statusList: null }],
    [{ other: 1 }, { isObject: true, mechanisms: ['other'], statusList: null }],
    [{ status_list: 5 }, { statusList: { isObject: false, idx: 'absent', uri: null } }],
    [
      { status_list: { idx: 0, uri: 'https://a.example/1' } },
      { statusList: { idx: 'non_negative_integer', uriIsUrl: true } },
    ],
    [{ status_list: { idx: -1, uri: 'a' } }, { statusList: { idx: 'other', uri: 'a', uriIsUrl: false } }],
    [{ status_list: { idx: '0', uri: 5 } }, { statusList: { idx: 'other', uri: null } }],
  ])('may be %j', async (status, reading) => {
    expect((await readChanged({ payload: { status } })).status).toMatchObject(reading)
  })
})

describe('times', () => {
  it.each<[unknown, object]>([
    [undefined, { present: false, type: 'absent', seconds: null, fromNow: null }],
    ['1', { present: true, type: 'string', seconds: null }],
    [{}, { type: 'other', seconds: null }],
    [null, { type: 'other' }],
    [seconds + 1.5, { type: 'number', fromNow: 1.5, looksLikeMilliseconds: false }],
    [seconds * 1000, { type: 'number', looksLikeMilliseconds: true }],
  ])('may be %j', async (exp, reading) => {
    expect((await readChanged({ payload: { exp } })).exp).toMatchObject(reading)
  })
})
