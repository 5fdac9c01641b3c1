import { X509Certificate } from 'node:crypto'
import { decodeJwt } from '@openid4vc/oauth2'
import { importX509, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shownOwnIdentities } from '@/lib/queries/own-identities'
import { makeOwnCertificate, type OwnCertificateSample, ownOrganization } from '@/lib/testing/own-certificate'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const registrationOf = (claims: object): string =>
  `${encode({ alg: 'ES256', typ: 'rc-wrp+jwt' })}.${encode(claims)}.c2ln`

let service: TestService
let own: OwnCertificateSample
let kept: OwnCertificateSample
const registration = registrationOf({
  sub: 'NTRDE-HRB1',
  sub_ln: 'Kept Bank',
  credentials: [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claim: [{ path: ['family_name'] }] }],
})
const issuerRegistration = registrationOf({
  sub: 'NTRDE-HRB1',
  sub_ln: 'Kept Bank',
  registry_uri: 'https://registrar.example',
  provides_attestations: [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }],
})
beforeAll(async () => {
  own = await makeOwnCertificate()
  kept = await makeOwnCertificate()
  const folder = 'trust/identities/kept-bank'
  service = await startService({
    env: { TRUST_PROXY: '127.0.0.1' },
    files: {
      [`${folder}/chain.pem`]: kept.chain,
      [`${folder}/key.pem`]: kept.privateKey,
      [`${folder}/registration.jwt`]: `${registration}\n`,
      [`${folder}/issuer-registration.jwt`]: issuerRegistration,
    },
  })
})
afterAll(() => service.close())

const post = (body: object, headers: Record<string, string> = {}, path = '/openid4vp/sessions'): Promise<Response> =>
  fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
async function made(body: object, path?: string) {
  const response = await post(body, {}, path)
  const answer = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(201)
  return answer
}
const read = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()
const fetched = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}/request`)).text()
const certificateOf = ({ chain, privateKey }: OwnCertificateSample) => ({ chain, private_key: privateKey })
const hashOf = ({ leaf }: OwnCertificateSample): Buffer => Buffer.from(leaf.fingerprint256.replaceAll(':', ''), 'hex')

/** Header and claims of a JWS, verified with this certificate. */
async function signedBy({ leaf }: OwnCertificateSample, compact: string) {
  const { header, payload } = decodeJwt({ jwt: compact })
  expect((await jwtVerify(compact, await importX509(leaf.toString(), 'ES256'))).payload).toEqual(payload)
  expect((header as { x5c: string[] }).x5c).toEqual([leaf.raw.toString('base64')])
  return payload as Record<string, unknown> & { verifier_info?: { data: string }[] }
}

describe("a session with its tester's own access certificate", () => {
  it('is signed under it, registered by us for its identifier, and shows no key', async () => {
    const jwk = { ...own.key.export({ format: 'jwk' }), kid: 'x' }
    for (const access_certificate of [
      certificateOf(own),
      { chain: own.chain + own.anchor.toString(), private_key: jwk },
    ]) {
      const { session_id } = await made({ trust_framework: 'eu', access_certificate })
      const claims = await signedBy(own, await fetched(session_id))
      expect(claims.client_id).toBe(`x509_hash:${hashOf(own).toString('base64url')}`)
      const { payload } = decodeJwt({ jwt: claims.verifier_info?.[0]?.data ?? '' })
      expect(payload).toMatchObject({
        sub: 'NTRDE-HRB123456',
        sub_ln: 'Example Bank',
        name: 'Example Bank Online',
        country: 'DE',
      })
      const view = await read(session_id)
      expect(view.trust).toMatchObject({
        framework: 'eu',
        identity: { name: 'Example Bank Online', identifier: 'NTRDE-HRB123456', service: 'Accounts', own: true },
        access_certificate: {
          sha256: hashOf(own).toString('hex'),
          subject: own.leaf.subject.replaceAll('\n', ', '),
          policies: ['0.4.0.194118.1.2'],
          chain_length: 1,
        },
        registration_certificate: { source: 'made' },
      })
      const sent = access_certificate.private_key
      const { length } = typeof sent === 'string' ? sent : JSON.stringify(sent)
      expect(view.options.access_certificate).toEqual({ private_key: { redacted: true, present: true, length } })
      const dropped = access_certificate.chain === own.chain ? [] : [expect.objectContaining({ severity: 'note' })]
      expect(view.request_problems).toEqual(dropped)
      expect(view.request_conformant).toBe(true)
      expect(JSON.stringify(view)).not.toContain(jwk.d)
    }
  })

  it.each([{ trust_framework: 'eu' }, {}, { request_delivery: 'by_value' }, { request_uri_method: 'post' }])(
    'takes presentations like any other: %o',
    async (body) => {
      const http = createNodeClient()
      const { credentials } = await obtainCredential({ origin: service.baseUrl, http, format: 'dc+sd-jwt' })
      const { session_id, deeplink } = await made({ ...body, access_certificate: certificateOf(own) })
      expect((await runAtVerifier({ deeplink, credentials, http })).outcome).toBe('presented')
      const { status, trust, deeplink: again } = await read(session_id)
      expect([status, again]).toEqual(['presentation_validated', deeplink])
      expect(trust.identity.own).toBe(true)
      // Without the European framework our registrar is not used.
      expect(trust.registration_certificate.source).toBe('trust_framework' in body ? 'made' : 'none')
    },
  )

  it('leaves a refusal test that signs with another key as it is', async () => {
    const { session_id } = await made({ access_certificate: certificateOf(own), negative_test: 'self_signed_leaf' })
    const { header } = decodeJwt({ jwt: await fetched(session_id) })
    const [leaf = ''] = (header as { x5c: string[] }).x5c
    const certificate = new X509Certificate(Buffer.from(leaf, 'base64'))
    expect(certificate.verify(certificate.publicKey)).toBe(true)
  })

  it('is not made of a certificate or key that does not fit, and repeats nothing of either', async () => {
    const [other, expired, authority, nameless] = await Promise.all([
      makeOwnCertificate(),
      makeOwnCertificate({ days: -1 }),
      makeOwnCertificate({ isAuthority: true }),
      makeOwnCertificate({ subject: [['O', 'Nameless']] }),
    ])
    const chain = '/access_certificate/chain'
    const key = '/access_certificate/private_key'
    const refused: readonly (readonly [object | string, string, object?])[] = [
      ['x', '/access_certificate'],
      [{ chain: own.chain }, '/access_certificate'],
      [{ chain: [own.chain], private_key: own.privateKey }, '/access_certificate'],
      [{ ...certificateOf(own), chain: 'x' }, chain],
      [{ ...certificateOf(own), chain: own.chain.repeat(11) }, chain],
      [{ ...certificateOf(own), chain: own.chain.replace(/[A-Z]{3}/g, 'AAA') }, chain],
      [{ ...certificateOf(own), private_key: 'canary-not-a-key' }, key],
      [{ ...certificateOf(own), private_key: {} }, key],
      [{ ...certificateOf(own), private_key: { kty: 'EC', crv: 'P-384', d: 'canary' } }, key],
      [{ ...certificateOf(own), private_key: other.privateKey }, key],
      [certificateOf(expired), chain],
      [certificateOf(authority), chain],
      [certificateOf(nameless), chain, { trust_framework: 'eu' }],
    ]
    for (const [access_certificate, pointer, body = {}] of refused) {
      const response = await post({ ...body, access_certificate })
      const text = await response.text()
      expect([response.status, JSON.parse(text)], text).toMatchObject([
        400,
        { error: 'invalid_access_certificate', pointer },
      ])
      for (const secret of ['canary', ...own.privateKey.split('\n').slice(1, -2)]) expect(text).not.toContain(secret)
    }
    // A verifier without a name cannot be registered, and may ask without registration.
    await made({ trust_framework: 'eu', registration_certificate: 'none', access_certificate: certificateOf(nameless) })
  })

  it('is known to wallets by its hash, and excludes a certificate of the installation', async () => {
    const access_certificate = certificateOf(own)
    for (const [body, pointer] of [
      [{ client_id_prefix: 'x509_san_dns' }, '/client_id_prefix'],
      [{ trust_identity: 'kept-bank' }, '/trust_identity'],
    ] as const) {
      const response = await post({ ...body, access_certificate })
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request', pointer }])
    }
  })

  it('takes a key from another host over https alone', async () => {
    const response = await post({ access_certificate: certificateOf(own) }, { 'X-Forwarded-For': '198.51.100.7' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'insecure_transport', pointer: '/access_certificate/private_key' },
    ])
    const tls = { 'X-Forwarded-For': '198.51.100.7', 'X-SSL-Protocol': 'TLSv1.3' }
    expect((await post({ access_certificate: certificateOf(own) }, tls)).status).toBe(201)
  })
})

describe('a session with a certificate of the installation', () => {
  it('is signed under it, with the registration certificate that goes with it', async () => {
    const { session_id } = await made({ trust_framework: 'eu', trust_identity: 'kept-bank' })
    const claims = await signedBy(kept, await fetched(session_id))
    expect(claims.verifier_info).toEqual([{ format: 'registration_cert', data: registration }])
    const { trust, options } = await read(session_id)
    expect(trust).toMatchObject({
      identity: { name: 'Example Bank Online', own: true },
      registration_certificate: { source: 'own', claims: { sub_ln: 'Kept Bank' } },
    })
    expect(options.trust_identity).toBe('kept-bank')
  })

  it('is tested with the certificate of another registrar as far as that can be left out, spoilt or exceeded', async () => {
    const query = (...names: string[]) => ({
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: names.map((name) => ({ path: [name] })),
        },
      ],
    })
    const over = { negative_test: 'registration_over_asking', dcql_query: query('family_name', 'birthdate') }
    for (const body of [{ trust_identity: 'kept-bank' }, { registration_certificate: registration }]) {
      const { session_id } = await made({ ...body, ...over })
      const { trust } = await read(session_id)
      expect(trust).toMatchObject({
        registration_certificate: { source: 'own' },
        over_asked: [{ claim: [{ path: ['birthdate'] }] }],
      })
      for (const [test, sentence] of [
        [{ ...over, dcql_query: query('family_name') }, /ask for a claim outside it/],
        [
          { negative_test: 'registration_expired' },
          /our registrar signs.*registration_alg_none, or registration_over_/,
        ],
        [{ negative_test: 'registration_other_type' }, /our registrar signs/],
        [{ negative_test: 'registration_revoked' }, /our registrar signs/],
      ] as const) {
        const response = await post({ ...body, ...test })
        expect([response.status, await response.json()], JSON.stringify(test)).toMatchObject([
          400,
          { error: 'own_registrar_needed', error_description: expect.stringMatching(sentence) },
        ])
      }
    }
  })

  it('is listed for people with its chain, its validity and where it is registered, and nothing of its key', () => {
    const listed = shownOwnIdentities(service.container.ports)
    expect(listed).toEqual([
      {
        id: 'kept-bank',
        name: 'Example Bank Online',
        identifier: 'NTRDE-HRB123456',
        service: 'Accounts',
        chain: [{ subject: kept.leaf.subject.replaceAll('\n', ', '), sha256: hashOf(kept).toString('hex') }],
        authority: 'CN=Example Access CA',
        validFrom: new Date(kept.leaf.validFrom).toISOString(),
        validUntil: new Date(kept.leaf.validTo).toISOString(),
        isCurrent: true,
        canBeRegistered: true,
        registrations: [
          { service: 'verifier', register: null, validUntil: null },
          { service: 'issuer', register: 'https://registrar.example', validUntil: null },
        ],
      },
    ])
  })

  it('is not made of an unknown name', async () => {
    for (const trust_identity of ['kept', '../kept-bank', 'x'.repeat(65), 1]) {
      const response = await post({ trust_identity })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: 'unknown_trust_identity', pointer: '/trust_identity' },
      ])
    }
  })

  it.each([
    ['chain.pem', { 'key.pem': 'kept' }, /^The file \S+chain\.pem is missing\.$/],
    [
      'chain.pem',
      { 'chain.pem': 'x', 'key.pem': 'kept' },
      /^The file \S+chain\.pem cannot be used: it must be PEM [^\n]+\.$/,
    ],
    ['key.pem', { 'chain.pem': 'kept', 'key.pem': 'other' }, /^The file \S+key\.pem cannot be used: [^.]+\.$/],
    ['registration.jwt', { 'chain.pem': 'kept', 'key.pem': 'kept', 'registration.jwt': 'x' }, /holds no compact JWS/],
  ])('does not start with a bad file: %s', async (_, files, sentence) => {
    const texts: Record<string, Record<string, string>> = {
      'chain.pem': { kept: kept.chain },
      'key.pem': { kept: kept.privateKey, other: own.privateKey },
    }
    const start = startService({
      files: Object.fromEntries(
        Object.entries(files).map(([name, text]) => [`trust/identities/bad/${name}`, texts[name]?.[text] ?? text]),
      ),
    })
    await expect(start).rejects.toThrow(sentence)
  })
})

const person = [
  ['C', 'DE'],
  ['2.5.4.42', 'Annegret'],
  ['2.5.4.4', 'Neumann'],
  ['2.5.4.5', 'PNODE-1234567'],
  ['CN', 'Annegret Neumann'],
] as const

describe('an issuance with an access certificate that is not ours', () => {
  const issued = (body: object) => made({ issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body }, '/sessions')
  const view = async (id: string) => (await fetch(`${service.baseUrl}/sessions/${id}`)).json()
  const metadataAt = (issuer: string, accept: string): Promise<Response> => {
    const path = `/.well-known/openid-credential-issuer${new URL(issuer).pathname}`
    return fetch(`${service.baseUrl}${path}`, { headers: { Accept: accept } })
  }

  it('signs its metadata under it, is registered for its identifier, and gives its credential like any other', async () => {
    const jwk = own.key.export({ format: 'jwk' })
    const access_certificate = { chain: own.chain + own.anchor.toString(), private_key: jwk }
    const { session_id, issuer_identifier, deeplink } = await issued({ access_certificate })
    const signed = await signedBy(own, await (await metadataAt(issuer_identifier, 'application/jwt')).text())
    const info = signed.issuer_info as { format: string; data: never }[]
    expect(info[0]).toMatchObject({ data: { identifier: [{ identifier: 'NTRDE-HRB123456' }] } })
    expect(decodeJwt({ jwt: info[1]?.data ?? '' }).payload).toMatchObject({
      sub: 'NTRDE-HRB123456',
      name: 'Example Bank Online',
      provides_attestations: [{ format: 'dc+sd-jwt' }, { format: 'mso_mdoc' }],
    })
    const http = createNodeClient()
    expect((await runAtIssuer({ deeplink, http })).outcome).toBe('credential_stored')
    const read = await view(session_id)
    expect(read).toMatchObject({
      options: {
        trust_framework: 'eu',
        access_certificate: { private_key: { redacted: true, present: true, length: JSON.stringify(jwk).length } },
      },
      laboratory: { certificates: { access: [own.leaf.raw.toString('base64')] } },
      trust: {
        framework: 'eu',
        identity: { name: 'Example Bank Online', identifier: 'NTRDE-HRB123456', service: 'Accounts', own: true },
        access_certificate: { policies: ['0.4.0.194118.1.2'], chain_length: 1, dropped: [1] },
        registration_certificate: { source: 'made' },
        over_provided: [],
      },
    })
    expect(JSON.stringify(read)).not.toContain(jwk.d)
  })

  it('shows the registration certificate that goes with one of the installation', async () => {
    const { session_id, issuer_identifier } = await issued({ trust_identity: 'kept-bank' })
    const signed = await signedBy(kept, await (await metadataAt(issuer_identifier, 'application/jwt')).text())
    expect(signed.issuer_info).toMatchObject([
      { data: { registryURI: 'https://registrar.example' } },
      { format: 'registration_cert', data: issuerRegistration },
    ])
    expect((await view(session_id)).trust).toMatchObject({
      registration_certificate: { source: 'own', claims: { sub_ln: 'Kept Bank' } },
      over_provided: [{ format: 'mso_mdoc' }],
    })
    // It registers less than the issuer offers, and cannot be reissued.
    await issued({ trust_identity: 'kept-bank', fault: 'issuer_over_providing' })
    const other = await issued({ trust_identity: 'kept-bank', fault: 'issuer_access_expired' })
    expect((await view(other.session_id)).trust.identity.own).toBe(false)
  })

  it('is not made of what does not fit', async () => {
    const someone = certificateOf(await makeOwnCertificate({ subject: person, policies: [] }))
    const access_certificate = certificateOf(own)
    const named = registrationOf({ sub: 'PNODE-1', sub_gn: 'Annegret', sub_fn: 'Neumann' })
    const all = registrationOf({
      sub: 'NTRDE-1',
      provides_attestations: [
        { format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } },
        { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } },
      ],
    })
    const refused: readonly (readonly [object, string, string])[] = [
      [{ access_certificate: { chain: own.chain } }, 'invalid_access_certificate', '/access_certificate'],
      [
        { access_certificate: { ...access_certificate, chain: 'x' } },
        'invalid_access_certificate',
        '/access_certificate/chain',
      ],
      [{ access_certificate: someone }, 'invalid_access_certificate', '/access_certificate/chain'],
      [{ access_certificate, trust_framework: 'test_root' }, 'trust_framework_needed', '/access_certificate'],
      [{ access_certificate, trust_identity: 'kept-bank' }, 'invalid_request', '/trust_identity'],
      [{ trust_identity: '../kept-bank' }, 'unknown_trust_identity', '/trust_identity'],
      [
        { access_certificate, registration_certificate: named },
        'invalid_registration_certificate',
        '/registration_certificate',
      ],
      [{ trust_identity: 'kept-bank', fault: 'issuer_registration_expired' }, 'own_registrar_needed', '/fault'],
      [{ registration_certificate: all, fault: 'issuer_over_providing' }, 'own_registrar_needed', '/fault'],
    ]
    for (const [body, error, pointer] of refused) {
      const response = await post(body, {}, '/sessions')
      expect([response.status, await response.json()], JSON.stringify(Object.keys(body))).toMatchObject([
        400,
        { error, pointer },
      ])
    }
    const long = await post({ access_certificate, laboratory: { lifetime_seconds: 90_000 } }, {}, '/sessions')
    expect((await long.json()).error).toBe('conflicting_laboratory_options')
  })
})

describe('what names a natural person', () => {
  const names = ['Annegret', 'Neumann', 'PNODE-1234567']
  const bodies = async () => {
    const access_certificate = certificateOf(await makeOwnCertificate({ subject: person, policies: [] }))
    const registration_certificate = registrationOf({
      sub: 'PNODE-1234567',
      sub_gn: 'Annegret',
      sub_fn: 'Neumann',
      name: 'Annegret Neumann',
      credentials: [],
    })
    return [
      { trust_framework: 'eu', access_certificate },
      { registration_certificate },
      { trust_framework: 'eu', access_certificate, registration_certificate, negative_test: 'wrong_aud' },
      { verifier_info: [{ format: 'registration_cert', data: registration_certificate }] },
    ]
  }
  /** A text with everything that is encoded in it. */
  const decoded = (text: string): string =>
    [text, ...(text.match(/[\w+/-]{16,}/g) ?? []).map((part) => Buffer.from(part, 'base64').toString('latin1'))].join()
  const named = async (id: string): Promise<string[]> => {
    for (const part of ['request', 'dc-api']) await fetch(`${service.baseUrl}/openid4vp/sessions/${id}/${part}`)
    const { deeplink: _, ...view } = await read(id)
    const events = await (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}/events`)).text()
    const report = await (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}/report`)).text()
    const ledger = await (await fetch(`${service.baseUrl}/openid4vp/requests`)).text()
    const seen = decoded([JSON.stringify(view), events, report, ledger].join())
    return names.filter((name) => seen.includes(name))
  }

  it('is redacted wherever a session is read, unless the session reveals claims', async () => {
    for (const body of await bodies()) {
      const { session_id } = await made(body)
      expect(await named(session_id), JSON.stringify(Object.keys(body))).toEqual([])
    }
    for (const body of (await bodies()).slice(0, 2)) {
      const { session_id } = await made({ ...body, reveal_claims: true })
      expect(await named(session_id)).toEqual(names)
    }
  })

  it('is redacted in every request to a browser too', async () => {
    const protocols = ['unsigned', 'signed', 'multisigned'].map((kind) => `openid4vp-v1-${kind}`)
    // Each test asks over its own protocol.
    for (const body of await bodies())
      for (const dc_api_protocols of 'negative_test' in body
        ? [['openid4vp-v1-signed']]
        : [protocols, [...protocols].reverse()]) {
        const { session_id } = await made({ ...body, presentation_channel: 'dc_api', dc_api_protocols })
        expect(await named(session_id), JSON.stringify(Object.keys(body))).toEqual([])
        const { exchanges } = await read(session_id)
        expect(exchanges.at(-1)).toMatchObject({ operation: 'getBrowserRequest', response: { status: 200 } })
      }
  })

  it('is nothing in the certificate of an organisation', async () => {
    const { session_id } = await made({ trust_framework: 'eu', access_certificate: certificateOf(own) })
    await fetched(session_id)
    const text = JSON.stringify(await read(session_id))
    expect(text).not.toContain('[redacted]')
    for (const [, value] of ownOrganization) expect(text).toContain(value)
  })
})
