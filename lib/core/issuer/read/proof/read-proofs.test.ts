import fc from 'fast-check'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { digest, isPublicKey, sha256, verifySignature } from '@/lib/adapters/crypto/ports'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { runs } from '@/scripts/thorough.mjs'
import type { CertificateFacts } from '../../../shared/ports/certificate-facts'
import { digestOf } from '../../../shared/ports/digests'
import { exchangeId, sessionId } from '../../../shared/ports/ids'
import { epochMillis, epochSeconds } from '../../../shared/time/time'
import { say } from '../../../shared/values/wording'
import { proofEffects } from '../../endpoints/credential-evidence'
import { unitOutside } from '../wallet-unit/fixtures/rules'
import { certificate } from './fixtures/good-proofs'
import { credentialKeys, credentialsMax, eachProof, provenKeys } from './proofs-reading'
import { type ProofsInput, readProofs } from './read-proofs'

const keys = { sha256, digest, verifySignature, isPublicKey, turn: async () => undefined }

const now = epochMillis(1_800_000_000_000)
const seconds = now / 1000
const credentialIssuer = 'https://issuer.example/issuers/eu-pid-device-bound'
const issuerId = 'eu-pid-device-bound'
const session = sessionId('5f2d5a8e-4d55-4b58-9d0c-6f3f5b2c7d10')
const otherSession = sessionId('b8a1c9c2-7e43-4b0e-8a41-1f0c2f5d9e77')
const exchange = exchangeId('11111111-1111-4111-8111-111111111111')

interface TestKey {
  readonly privateKey: CryptoKey
  readonly jwk: JWK
  readonly thumbprint: string
}
const makeKey = async (): Promise<TestKey> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  return { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) }
}

let first: TestKey
let second: TestKey
let third: TestKey
let provider: TestKey
beforeAll(async () => {
  ;[first, second, third, provider] = [await makeKey(), await makeKey(), await makeKey(), await makeKey()]
})

/** Reads one known string as the wallet provider's certificate, everything else as unreadable. */
const readCertificates = (x5c: readonly string[]): CertificateFacts =>
  x5c[0] === 'PROVIDER'
    ? {
        readable: true,
        certificates: [{ ...certificate, publicJwk: { ...provider.jwk } }],
        chained: true,
        chainError: null,
        trust: 'no_anchor',
        trustError: null,
        includesAnchor: false,
      }
    : { readable: false, reason: say`No certificate.`, count: x5c.length }

const sign = (key: TestKey, header: Record<string, unknown>, claims: Record<string, unknown>): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(key.privateKey)

const attest = (keys: JWK[], claims: Record<string, unknown> = {}, signer: TestKey = provider): Promise<string> =>
  sign(
    signer,
    { typ: 'key-attestation+jwt', x5c: ['PROVIDER'] },
    { iat: seconds, exp: seconds + 60, attested_keys: keys, nonce: 'alive', ...claims },
  )

const prove = (key: TestKey, header: Record<string, unknown>, claims: Record<string, unknown> = {}): Promise<string> =>
  sign(
    key,
    { typ: 'openid4vci-proof+jwt', ...header },
    { aud: credentialIssuer, iat: seconds, nonce: 'alive', ...claims },
  )

const storeWithNonces = async () => {
  const store = createMemoryStore({ now: () => now })
  const value = (nonce: string, change: object = {}) => ({
    type: 'grant' as const,
    value: {
      kind: 'c_nonce' as const,
      digest: digestOf(nonce, keys.sha256),
      issuerId,
      sessionId: null,
      exchangeId: exchange,
      parent: null,
      expiresAt: epochMillis(now + 1000),
      consumedAt: null,
      revokedAt: null,
      data: { source: 'nonce_endpoint' },
      ...change,
    },
  })
  await store.commit({
    events: [],
    effects: [
      value('alive'),
      value('alive too', { data: { source: 'token_response' }, sessionId: session }),
      value('expired', { expiresAt: now }),
      value('spent', { consumedAt: now, expiresAt: now }),
      value('foreign', { issuerId: 'eu-pid-jwt-proof-only' }),
    ],
  })
  return store
}

const read = async (type: string | null, element: unknown, change: Partial<ProofsInput> = {}) =>
  readProofs({
    lost: null,
    type,
    element,
    more: [],
    unit: unitOutside,
    isPid: true,
    isKeyBound: true,
    keysMax: credentialsMax,
    credentialIssuer,
    hasNonceEndpoint: true,
    issuerId,
    clientId: null,
    sessionId: session,
    algorithms: ['ES256'],
    attestationDemanded: true,
    takesAttestationProof: true,
    settings: { attestationTrust: 'capture', strictAttestationNonce: false, keyStorageLevels: [], userAuthLevels: [] },
    credentialExpiresAt: epochSeconds(seconds + 60),
    now,
    ports: { ...keys, store: await storeWithNonces(), trustAnchors: () => readCertificates },
    ...change,
  })

describe('reading a jwt proof', () => {
  it('verifies one with a jwk and an attestation of that key', async () => {
    const key_attestation = await attest([first.jwk, second.jwk])
    const reading = await read('jwt', await prove(first, { jwk: first.jwk, key_attestation }))
    expect(reading.jwt?.jwt).toMatchObject({ references: ['jwk'], signature: 'valid', key: { via: 'jwk' } })
    expect(reading.keyAttestation).toMatchObject({ carrier: 'jwt_header', proofKey: { thumbprint: first.thumbprint } })
    expect(reading.keyAttestation?.jwt).toMatchObject({ signature: 'valid', attestedKeys: { count: 2 } })
    expect(reading.nonce).toMatchObject({ state: 'fresh', source: 'nonce_endpoint', exchangeId: exchange })
    expect(reading.keyAttestation?.proofNonceDigest).toBe(reading.nonce?.digest)
  })

  it.each([
    ['0', 'kid_index'],
    ['1', 'kid_index'],
    ['named', 'kid_member'],
  ])('finds the key that kid %s means among the attested ones', async (kid, via) => {
    const key_attestation = await attest([first.jwk, { ...second.jwk, kid: 'named' }])
    const reading = await read('jwt', await prove(kid === '0' ? first : second, { kid, key_attestation }))
    expect(reading.jwt?.jwt).toMatchObject({ signature: 'valid', key: { via } })
  })

  it('takes a kid member before an index, and a thumbprint last', async () => {
    const key_attestation = await attest([{ ...first.jwk, kid: '1' }, second.jwk])
    expect((await read('jwt', await prove(first, { kid: '1', key_attestation }))).jwt?.jwt).toMatchObject({
      signature: 'valid',
      key: { via: 'kid_member' },
    })
    expect(
      (await read('jwt', await prove(second, { kid: second.thumbprint, key_attestation }))).jwt?.jwt,
    ).toMatchObject({
      signature: 'valid',
      key: { via: 'kid_thumbprint' },
    })
  })

  it.each(['5', '-1', '00', '1e0', '__proto__', 'did:key:z6Mk', ''])('finds no key for kid %j', async (kid) => {
    const key_attestation = await attest([first.jwk])
    const { jwt } = await read('jwt', await prove(first, { kid, key_attestation }))
    expect(jwt?.jwt).toMatchObject({ key: null, signature: 'unverifiable' })
    expect(jwt?.jwt?.unresolved?.sentence).toMatch(/\.$/)
  })

  it('finds no key for a kid alone', async () => {
    const { jwt } = await read('jwt', await prove(first, { kid: '0' }))
    expect(jwt?.jwt?.key).toBeNull()
  })

  it('takes the key from the first certificate', async () => {
    const { jwt } = await read('jwt', await prove(provider, { x5c: ['PROVIDER'] }))
    expect(jwt?.jwt).toMatchObject({ references: ['x5c'], signature: 'valid', key: { via: 'x5c' } })
    for (const x5c of [[], ['OTHER'], [5], 'PROVIDER', Array(11).fill('PROVIDER')]) {
      const other = await read('jwt', await prove(provider, { x5c }))
      expect(other.jwt?.jwt).toMatchObject({ key: null, certificates: { readable: false } })
    }
  })

  it('is not fooled by a proof signed with another key than it names', async () => {
    const reading = await read('jwt', await prove(second, { jwk: first.jwk }))
    expect(reading.jwt?.jwt?.signature).toBe('invalid')
    expect(provenKeys(reading)).toEqual([])
  })

  it.each([
    ['alive', 'fresh', 'nonce_endpoint'],
    ['alive too', 'fresh', 'token_response'],
    ['expired', 'expired', 'nonce_endpoint'],
    ['spent', 'spent', 'nonce_endpoint'],
    ['foreign', 'other_issuer', null],
    ['made up', 'unknown', null],
    [5, 'not_a_string', null],
    [undefined, 'absent', null],
  ])('calls the nonce %s %s', async (nonce, state, source) => {
    expect((await read('jwt', await prove(first, { jwk: first.jwk }, { nonce }))).nonce).toMatchObject({
      state,
      source,
    })
  })
})

describe('reading an attestation proof', () => {
  it('verifies it and has no jwt proof', async () => {
    const reading = await read('attestation', await attest([first.jwk, second.jwk]))
    expect(reading.jwt).toBeNull()
    expect(reading.keyAttestation).toMatchObject({ carrier: 'attestation_proof', jwt: { signature: 'valid' } })
    expect(reading.nonce?.state).toBe('fresh')
  })

  it('is judged in full where key attestations are not required, but for levels that nobody published', async () => {
    const settings = {
      attestationTrust: 'capture',
      strictAttestationNonce: false,
      keyStorageLevels: ['iso_18045_high'],
      userAuthLevels: ['iso_18045_high'],
    } as const
    const conditionsOf = async (change: Partial<ProofsInput>) =>
      (await read('attestation', await attest([first.jwk]), { settings, ...change })).keyAttestation?.conditions
    const levels = { keyStorageLevels: ['iso_18045_high'], userAuthenticationLevels: ['iso_18045_high'] }
    expect(await conditionsOf({})).toMatchObject({ demanded: true, ...levels })
    expect(await conditionsOf({ attestationDemanded: false })).toMatchObject({
      demanded: true,
      keyStorageLevels: [],
      userAuthenticationLevels: [],
    })
    // Of a type that is not offered, it is refused for that; all else is advice.
    const neither = { attestationDemanded: false, takesAttestationProof: false }
    expect(await conditionsOf(neither)).toMatchObject({ demanded: false, ...levels })
  })

  it('keeps a chain without an anchor apart from a wrong signature', async () => {
    const foreign = await read('attestation', await attest([first.jwk], {}, first))
    expect(foreign.keyAttestation?.jwt?.signature).toBe('invalid')
    const own = await read('attestation', await attest([first.jwk]))
    expect(own.keyAttestation?.jwt).toMatchObject({ signature: 'valid', certificates: { trust: 'no_anchor' } })
  })

  it('names what is wrong with attested keys and reads at most 100 of them', async () => {
    const mixed = [
      first.jwk,
      { ...second.jwk, d: 'AAAA' },
      { kty: 'oct', k: 'AAAA' },
      'text',
      { ...third.jwk, y: third.jwk.x },
    ]
    const { keyAttestation } = await read('attestation', await attest(mixed as JWK[]))
    const keys = keyAttestation?.jwt?.attestedKeys.keys ?? []
    expect(keys.map(({ privateMembers }) => privateMembers)).toEqual([[], ['d'], ['k'], [], []])
    expect(keys.map(({ publicJwk }) => publicJwk !== null)).toEqual([true, true, false, false, false])
    const many = await read('attestation', await attest(Array(150).fill(first.jwk)))
    expect(many.keyAttestation?.jwt?.attestedKeys).toMatchObject({ count: 150 })
    expect(many.keyAttestation?.jwt?.attestedKeys.keys).toHaveLength(100)
  })
})

describe('the keys of a request', () => {
  it('are the attested ones, once each, where an attestation is demanded', async () => {
    const key_attestation = await attest([first.jwk, second.jwk, first.jwk, { ...third.jwk, kid: 'third' }])
    const reading = await read('jwt', await prove(first, { kid: '0', key_attestation }))
    expect(credentialKeys([reading], credentialsMax).map(({ thumbprint }) => thumbprint)).toEqual(
      [first, second, third].map((key) => key.thumbprint),
    )
    expect(credentialKeys([reading], credentialsMax).map(({ kid }) => kid)).toEqual([
      first.thumbprint,
      second.thumbprint,
      'third',
    ])
    expect(Object.keys(credentialKeys([reading], credentialsMax)[2]!.jwk).sort()).toEqual(['crv', 'kty', 'x', 'y'])
  })

  it('are the one of the proof where no attestation is demanded', async () => {
    const key_attestation = await attest([first.jwk, second.jwk])
    const reading = await read('jwt', await prove(first, { jwk: first.jwk, key_attestation }), {
      attestationDemanded: false,
    })
    expect(credentialKeys([reading], credentialsMax).map(({ thumbprint }) => thumbprint)).toEqual([first.thumbprint])
  })

  it('are at most twenty', async () => {
    const keys = await Promise.all(Array.from({ length: 22 }, makeKey))
    const reading = await read('attestation', await attest(keys.map(({ jwk }) => jwk)))
    expect(credentialKeys([reading], credentialsMax)).toHaveLength(20)
    expect(provenKeys(reading)).toHaveLength(22)
    expect(reading.holderKeys).toHaveLength(20)
  })

  it('have the key of the proof among the twenty, in the order of the attestation, and as the ones that are kept', async () => {
    const keys = await Promise.all(Array.from({ length: 22 }, makeKey))
    const last = keys[21]!
    const key_attestation = await attest(keys.map(({ jwk }) => jwk))
    const reading = await read('jwt', await prove(last, { kid: '21', key_attestation }))
    const thumbprints = credentialKeys([reading], credentialsMax).map(({ thumbprint }) => thumbprint)
    expect(thumbprints).toEqual([...keys.slice(0, 19), last].map(({ thumbprint }) => thumbprint))
    expect(reading.holderKeys.map(({ thumbprint }) => thumbprint).sort()).toEqual([...thumbprints].sort())
  })

  it('bear the kid that the attestation gives them, also the one that signed the proof', async () => {
    const key_attestation = await attest([first.jwk, { ...second.jwk, kid: 'mine' }])
    const reading = await read('jwt', await prove(second, { kid: 'mine', key_attestation }))
    expect(reading.holderKeys.map(({ kid }) => kid)).toEqual(['mine', first.thumbprint])
  })

  it('count as proven by a good signature even when the rest is wrong, and never by a bad one', async () => {
    const wrongAudience = await read(
      'jwt',
      await prove(first, { jwk: first.jwk, typ: 'JWT' }, { aud: 'elsewhere', nonce: 'made up' }),
    )
    expect(provenKeys(wrongAudience).map(({ thumbprint }) => thumbprint)).toEqual([first.thumbprint])
    expect(provenKeys(await read('attestation', await attest([first.jwk], {}, second)))).toEqual([])
  })
})

describe('what an accepted proof leaves behind', () => {
  it('spends its nonces once and remembers the keys for other sessions', async () => {
    const store = await storeWithNonces()
    const ports = { ...keys, store, trustAnchors: () => readCertificates }
    const element = await prove(first, { kid: '0', key_attestation: await attest([first.jwk], { nonce: 'alive too' }) })
    const reading = await read('jwt', element, { ports })
    const effects = proofEffects({
      reading,
      keys: credentialKeys([reading], credentialsMax),
      issuerId,
      exchangeId: exchange,
      sessionId: session,
      now,
      ...keys,
    })
    expect(effects.map(({ type }) => type)).toEqual(['consume', 'consume', 'remember'])
    expect(await store.commit({ events: [], effects })).toMatchObject({ status: 'committed' })
    expect(await store.commit({ events: [], effects })).toEqual({ status: 'lost', effects: [0, 1] })
    const again = await read('jwt', element, { ports, sessionId: otherSession })
    expect([again.nonce?.state, again.keyAttestation?.jwt?.nonce.state]).toEqual(['spent', 'spent'])
    expect(again.holderKeys.map(({ firstSession }) => firstSession)).toEqual([session])
  })

  it('spends one nonce once when proof and attestation share it', async () => {
    const element = await prove(first, { kid: '0', key_attestation: await attest([first.jwk]) })
    const reading = await read('jwt', element)
    const effects = proofEffects({
      reading,
      keys: [],
      issuerId,
      exchangeId: exchange,
      sessionId: null,
      now,
      ...keys,
    })
    expect(effects).toHaveLength(1)
  })
})

describe('reading anything else', () => {
  it('reads nothing of another proof type', async () => {
    expect(await read('di_vp', {})).toMatchObject({ type: null, jwt: null, keyAttestation: null, nonce: null })
    expect(await read(null, undefined)).toMatchObject({ type: null, holderKeys: [] })
  })

  it('never throws, whatever the proof holds', async () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
    const header = fc.record(
      {
        alg: fc.constantFrom('ES256', 'none', 5, null),
        typ: fc.jsonValue(),
        kid: fc.oneof(fc.string(), fc.jsonValue()),
        jwk: fc.oneof(fc.jsonValue(), fc.constant({ kty: 'EC', crv: 'P-256', x: '', y: 5 })),
        x5c: fc.oneof(fc.jsonValue(), fc.array(fc.string())),
        key_attestation: fc.oneof(fc.jsonValue(), fc.string()),
      },
      { requiredKeys: [] },
    )
    const claims = fc.record(
      {
        aud: fc.jsonValue(),
        iat: fc.jsonValue(),
        nonce: fc.jsonValue(),
        exp: fc.jsonValue(),
        attested_keys: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const jwt = fc.tuple(header, claims).map((parts) => `${parts.map(encoded).join('.')}.AAAA`)
    const nested = fc
      .tuple(header, claims, jwt)
      .map(([outer, inner, key_attestation]) => `${encoded({ ...outer, key_attestation })}.${encoded(inner)}.AAAA`)
    const element = fc.oneof(fc.string(), fc.jsonValue(), jwt, nested)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('jwt', 'attestation'), element, fc.array(element), async (type, value, more) => {
        const reading = await read(type, value, { more })
        expect([reading.type, reading.others.length]).toEqual([type, more.length])
        expect(provenKeys(reading)).toEqual([])
      }),
      runs(200),
    )
  })
})

describe('reading a batch', () => {
  it('takes the keys of all proofs, each once and in their order, up to the bound', async () => {
    const proofs = await Promise.all([first, second, first, third].map((key) => prove(key, { jwk: key.jwk })))
    const change = { more: proofs.slice(1), attestationDemanded: false }
    const reading = await read('jwt', proofs[0], change)
    const prints = [first, second, third].map(({ thumbprint }) => thumbprint)
    expect(reading.holderKeys.map(({ thumbprint }) => thumbprint)).toEqual(prints)
    expect(credentialKeys(eachProof(reading), 10).map(({ thumbprint }) => thumbprint)).toEqual(prints)
    expect(credentialKeys(eachProof(reading), 2).map(({ thumbprint }) => thumbprint)).toEqual(prints.slice(0, 2))
    expect((await read('jwt', proofs[0], { ...change, keysMax: 1 })).holderKeys).toHaveLength(1)
  })

  it('counts an attestation that every proof repeats once', async () => {
    const key_attestation = await attest([first.jwk, second.jwk])
    const proofs = await Promise.all([first, second].map((key) => prove(key, { jwk: key.jwk, key_attestation })))
    const reading = await read('jwt', proofs[0], { more: proofs.slice(1) })
    expect(credentialKeys(eachProof(reading), 10)).toHaveLength(2)
  })

  it('looks a nonce up once, however many proofs carry it', async () => {
    const store = await storeWithNonces()
    let lookups = 0
    const counted = {
      ...store,
      oneTimeValue: (...asked: Parameters<typeof store.oneTimeValue>) => {
        if (asked[0] === 'c_nonce') lookups += 1
        return store.oneTimeValue(...asked)
      },
    }
    const proofs = await Promise.all([first, second, third].map((key) => prove(key, { jwk: key.jwk })))
    const ports = { ...keys, store: counted, trustAnchors: () => readCertificates }
    await read('jwt', proofs[0], { more: proofs.slice(1), ports })
    expect(lookups).toBe(1)
  })
})
