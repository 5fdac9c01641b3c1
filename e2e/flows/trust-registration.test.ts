import { X509Certificate } from 'node:crypto'
import { decodeJwt } from '@openid4vc/oauth2'
import { importX509, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let credentials: HeldCredential[]
const http = createNodeClient()
beforeAll(async () => {
  // The European framework overrides this setting.
  service = await startService({ env: { VERIFIER_CLIENT_ID_PREFIX: 'x509_san_dns' } })
  const get = { origin: service.baseUrl, http }
  const sdJwt = await obtainCredential({ ...get, format: 'dc+sd-jwt' })
  const mdoc = await obtainCredential({ ...get, format: 'mso_mdoc' })
  credentials = [...sdJwt.credentials, ...mdoc.credentials]
})
afterAll(() => service.close())

const post = (body: object): Promise<Response> =>
  fetch(`${service.baseUrl}/openid4vp/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
async function made(body: object) {
  const response = await post(body)
  const answer = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(201)
  return answer
}
const read = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()
const fetched = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}/request`)).text()

const certificate = (base64: string) => new X509Certificate(Buffer.from(base64, 'base64'))
/** Header and claims of a JWS, verified by two other libraries with the first certificate of its header. */
async function verified(compact: string) {
  const { header, payload } = decodeJwt({ jwt: compact })
  const { x5c } = header as { x5c: string[] }
  const leaf = certificate(x5c[0] ?? '')
  expect((await jwtVerify(compact, await importX509(leaf.toString(), 'ES256'))).payload).toEqual(payload)
  return { header: header as Record<string, unknown>, claims: payload as Record<string, unknown>, leaf, x5c }
}

const query = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [
        { id: 'a', path: ['family_name'] },
        { id: 'b', path: ['nationalities', null], values: ['IT'] },
      ],
      claim_sets: [['a'], ['b']],
    },
    { id: 'all', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } },
  ],
}

describe('a session of the European framework', () => {
  it('sends one registration certificate that fits who signs the request and what it asks for', async () => {
    const { session_id, authorization_request, ...answer } = await made({ trust_framework: 'eu', dcql_query: query })
    expect(Object.keys(answer)).not.toContain('trust')
    const request = await verified(await fetched(session_id))
    expect(request.claims).toMatchObject({ ...authorization_request, iat: expect.any(Number), exp: expect.any(Number) })
    expect(request.x5c).toHaveLength(1)
    const digest = Buffer.from(request.leaf.fingerprint256.replaceAll(':', ''), 'hex')
    expect(request.claims.client_id).toBe(`x509_hash:${digest.toString('base64url')}`)

    const entries = request.claims.verifier_info as { format: string; data: string }[]
    expect(entries).toEqual([{ format: 'registration_cert', data: expect.any(String) }])
    const { header, claims, x5c, leaf } = await verified(entries[0]?.data ?? '')
    expect(header).toMatchObject({ typ: 'rc-wrp+jwt', alg: 'ES256' })
    expect(x5c).toHaveLength(1)
    expect(leaf.issuer).toContain('Registrar')
    expect(request.leaf.subject).toContain(String(claims.sub))
    expect(claims.credentials).toEqual([
      {
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        claim: [{ path: ['family_name'] }, { path: ['nationalities', null], values: ['IT'] }],
      },
      {
        format: 'mso_mdoc',
        meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
        claim: expect.arrayContaining([{ path: ['eu.europa.ec.eudi.pid.1', 'resident_city'] }]),
      },
    ])

    const { trust, options, checks } = await read(session_id)
    const [, trustId] = /^.*\/trust\/s\/([\w-]{22})\/lists$/.exec(trust.lists.base) ?? []
    expect(claims.status).toEqual({
      status_list: { idx: expect.any(Number), uri: `${service.baseUrl}/trust/s/${trustId}/status.jwt` },
    })
    expect(JSON.stringify(claims)).not.toContain(session_id)
    expect(trust).toMatchObject({
      framework: 'eu',
      identity: { identifier: claims.sub, service: 'verifier', own: false },
      access_certificate: { sha256: digest.toString('hex') },
      registration_certificate: { source: 'made', header, claims },
      registered: claims.credentials,
      asked: claims.credentials,
      over_asked: [],
    })
    expect(options).toMatchObject({ trust_framework: 'eu' })
    expect(options).not.toHaveProperty('trust')
    expect(Object.keys(checks.summary.by_profile)).toContain('eu')
    // It is no secret: the record of the delivery shows it, and hides nothing else because of it.
    const { exchanges } = await read(session_id)
    const [delivered, registration] = exchanges[0].decoded
    expect(registration).toMatchObject({ kind: 'registration_certificate', claims, signature: 'ours' })
    expect(delivered.claims.dcql_query).toEqual(query)
    // Made once: every delivery carries the same one.
    expect((await verified(await fetched(session_id))).claims.verifier_info).toEqual(entries)
  })

  it.each([
    { response_mode: 'direct_post' },
    { response_mode: 'direct_post.jwt', request_uri_method: 'post' },
    { request_delivery: 'by_value' },
  ])('takes presentations in both formats as another session does: %o', async (body) => {
    for (const place of [0, 1]) {
      const held = credentials.slice(place, place + 1)
      const { session_id, deeplink } = await made({ ...body, trust_framework: 'eu' })
      expect((await runAtVerifier({ deeplink, credentials: held, http })).outcome).toBe('presented')
      const { status, checks, deeplink: again } = await read(session_id)
      expect(status).toBe('presentation_validated')
      expect(again).toBe(deeplink)
      expect(checks).toMatchObject({ presentation_valid: true, holder_binding_verified: true, issuer_trusted: true })
      const failed = checks.conformance.filter(
        ({ status: found, level }: { status: string; level: string }) => found === 'fail' && level === 'must',
      )
      // This wallet evaluates no trust.
      expect(failed.map(({ id }: { id: string }) => id)).toEqual(['vp.trust.registration_status_read'])
    }
  })

  it('sends what its tester chose, and tells what they ask for too much', async () => {
    const narrow = {
      credentials: [{ ...query.credentials[0], claims: [{ path: ['family_name'] }], claim_sets: undefined }],
    }
    const { session_id } = await made({
      trust_framework: 'eu',
      dcql_query: query,
      registered_query: narrow,
      registered_purpose: 'Opening an account',
      registration_typ: 'rc-rp+jwt',
      registration_encoding: 'base64url',
      wallet_policy: 'refuse',
    })
    const { claims } = await verified(await fetched(session_id))
    const [{ data }] = claims.verifier_info as [{ data: string }]
    const registration = await verified(Buffer.from(data, 'base64url').toString())
    expect(registration.header.typ).toBe('rc-rp+jwt')
    expect(registration.claims.purpose).toEqual([{ lang: 'en', value: 'Opening an account' }])
    const { trust, options } = await read(session_id)
    expect(options).toMatchObject({ wallet_policy: 'refuse', registered_purpose: 'Opening an account' })
    expect(trust.over_asked).toEqual([{ ...trust.asked[0], claim: [trust.asked[0].claim[1]] }, trust.asked[1]])
  })

  it('leaves the verifier_info of its tester alone, unless they ask for ours too', async () => {
    const verifier_info = [{ format: 'com.example', data: 'x' }]
    const shown = async (body: object) => {
      const { session_id, authorization_request } = await made({ trust_framework: 'eu', ...body })
      const { trust } = await read(session_id)
      const formats = (authorization_request.verifier_info ?? []).map(({ format }: { format: string }) => format)
      return [formats, trust.registration_certificate.source]
    }
    expect(await shown({ verifier_info })).toEqual([['com.example'], 'none'])
    expect(await shown({ verifier_info, registration_certificate: 'auto' })).toEqual([
      ['com.example', 'registration_cert'],
      'made',
    ])
    expect(await shown({ registration_certificate: 'none' })).toEqual([[], 'none'])
  })

  it('sends a certificate of its tester as given, also under the test root', async () => {
    const [head, body] = [{ alg: 'none' }, { sub: 'NTRIT-X', credentials: [] }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const registration_certificate = `${head}.${body}.`
    for (const trust_framework of ['eu', 'test_root']) {
      const { session_id, authorization_request } = await made({ trust_framework, registration_certificate })
      expect(authorization_request.verifier_info).toEqual([
        { format: 'registration_cert', data: registration_certificate },
      ])
      const { trust } = await read(session_id)
      expect(trust).toMatchObject({
        framework: trust_framework,
        registration_certificate: { source: 'own', claims: { sub: 'NTRIT-X' } },
        registered: [],
        over_asked: trust.asked,
      })
      expect(trust.identity === null).toBe(trust_framework === 'test_root')
    }
  })

  it.each([
    [{ trust_framework: 'EU' }, 'invalid_request', '/trust_framework'],
    [{ trust_framework: 'eu', client_id_prefix: 'x509_san_dns' }, 'invalid_request', '/client_id_prefix'],
    [{ registration_certificate: 'a.b.c' }, 'invalid_registration_certificate', '/registration_certificate'],
    [{ registration_certificate: 1 }, 'invalid_registration_certificate', '/registration_certificate'],
    [{ registration_certificate: 'x'.repeat(65_537) }, 'invalid_registration_certificate', '/registration_certificate'],
    [{ registered_query: [] }, 'invalid_registered_query', '/registered_query'],
    [{ registered_query: {} }, 'invalid_registered_query', '/registered_query/credentials'],
    [{ registered_purpose: '' }, 'invalid_request', '/registered_purpose'],
    [{ registered_purpose: 'x'.repeat(201) }, 'invalid_request', '/registered_purpose'],
    [{ registration_typ: 'JWT' }, 'invalid_request', '/registration_typ'],
    [{ registration_encoding: 'base64' }, 'invalid_request', '/registration_encoding'],
    [{ wallet_policy: 'ask' }, 'invalid_request', '/wallet_policy'],
  ])('is not made of %o', async (body, error, pointer) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error, pointer })
  })
})

describe('a campaign', () => {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, answer: await response.json() }
  }
  const start = (body: object) =>
    send('POST', '/campaigns', { wallet: { name: 'W', version: '1' }, presets: ['sd_jwt_baseline'], ...body })
  const optionsOfNext = async (campaignId: string) => {
    const { answer } = await send('GET', `/campaigns/${campaignId}/next`)
    return (await read(answer.session.session_id)).options
  }

  it('sends its presentations under the framework that it was started with, else under the test root', async () => {
    const european = await start({ trust_framework: 'eu', wallet_policy: 'refuse' })
    expect(european).toMatchObject({ status: 201, answer: { trust_framework: 'eu', wallet_policy: 'refuse' } })
    expect(await optionsOfNext(european.answer.campaign_id)).toMatchObject({
      trust_framework: 'eu',
      wallet_policy: 'refuse',
    })
    for (const body of [{}, { trust_framework: 'test_root', wallet_policy: 'refuse' }]) {
      const { answer } = await start(body)
      // Trust presets would use the policy; this session does not.
      expect(answer.wallet_policy).toBe(Reflect.get(body, 'wallet_policy'))
      const options = await optionsOfNext(answer.campaign_id)
      expect([answer.trust_framework, options.trust_framework, options.wallet_policy]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  it('is not started under another one', async () => {
    const refused = await start({ trust_framework: 'us' })
    expect(refused).toMatchObject({ status: 400, answer: { error: 'invalid_request', pointer: '/trust_framework' } })
  })
})

describe('a session without a member of trust', () => {
  it('is the same as with their defaults, and has nothing of the framework', async () => {
    const keysOf = async (body: object) => {
      const { session_id } = await made(body)
      const { header, claims } = await verified(await fetched(session_id))
      const view = await read(session_id)
      return [header, claims, view, view.options, view.checks.summary.by_profile].map((part) => Object.keys(part))
    }
    const bare = await keysOf({})
    expect(bare[1]).not.toContain('verifier_info')
    expect(bare.flat().filter((name) => /trust_framework|^trust$|registration|^eu$/.test(name))).toEqual([])
    expect(
      await keysOf({
        trust_framework: 'test_root',
        registration_certificate: 'auto',
        registration_typ: 'rc-wrp+jwt',
        registration_encoding: 'compact',
        wallet_policy: 'warn',
      }),
    ).toEqual(bare)
  })
})
