import { createHash, X509Certificate } from 'node:crypto'
import { calculateJwkThumbprint, compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { addSeconds } from '@/lib/core/shared/time/time'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { commitOf, sampleCampaign, samplePresentation } from '@/lib/testing/store-samples'
import { verifierSessions } from '@/lib/testing/verifier-sessions'

/** A browser request, as its page fetches it. OpenID4VP 1.0 appendix A */

const service = serviceForTests()
const { http: client } = service
const { post, create, read } = verifierSessions(() => client)

const unsigned = 'openid4vp-v1-unsigned'
const signed = 'openid4vp-v1-signed'
const multisigned = 'openid4vp-v1-multisigned'

interface MultiSigned {
  readonly payload: string
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[]
}
function multiSignedIn(entry: { readonly data: JsonObject } | undefined): MultiSigned {
  const request = entry?.data.request
  if (typeof request !== 'object' || request === null)
    throw new Error('The entry holds no JWS in the JSON serialization.')
  return request as unknown as MultiSigned
}
const jsonOf = (part: string): JsonObject => JSON.parse(Buffer.from(part, 'base64url').toString())

interface Created extends JsonObject {
  readonly session_id: string
  readonly dc_api: { readonly request_url: string; readonly page_url: string; readonly protocols: string[] }
}
const start = async (body: JsonObject = {}) =>
  (await create({ presentation_channel: 'dc_api', ...body })) as unknown as Created

const fetchRequest = (id: string, headers: readonly (readonly [string, string])[] = []) =>
  client({ path: `/openid4vp/sessions/${id}/dc-api`, headers })

/** The entries of a session's request. */
async function entriesOf(id: string): Promise<{ protocol: string; data: JsonObject }[]> {
  const answer = await fetchRequest(id)
  expect(answer.status, answer.body).toBe(200)
  const { digital, mediation } = answer.object() as { digital: { requests: never }; mediation: string }
  expect(mediation).toBe('required')
  return digital.requests
}

describe('the request to a browser', () => {
  it('is signed by default, names our origin, and holds nothing of a link', async () => {
    const created = await start()
    const { session_id: id, dc_api } = created
    expect(dc_api).toEqual({
      origin: service.baseUrl,
      page_url: `${service.baseUrl}/present/${id}`,
      request_url: `${service.baseUrl}/openid4vp/sessions/${id}/dc-api`,
      result_url: `${service.baseUrl}/openid4vp/sessions/${id}/dc-api/result`,
      protocols: [signed],
    })
    expect(created).toMatchObject({ deeplink: dc_api.page_url, response_mode: 'direct_post.jwt' })
    const [entry] = await entriesOf(id)
    expect(entry?.protocol).toBe(signed)
    expect(Object.keys(entry?.data ?? {})).toEqual(['request'])
    const compact = String(entry?.data.request)
    expect(decodeProtectedHeader(compact)).toMatchObject({ typ: 'oauth-authz-req+jwt', alg: 'ES256' })
    const claims = decodeJwt(compact)
    expect(Object.keys(claims).sort()).toEqual(
      [
        ...['aud', 'client_id', 'client_metadata', 'dcql_query', 'exp', 'expected_origins'],
        ...['iat', 'nonce', 'response_mode', 'response_type'],
      ].sort(),
    )
    expect(claims).toMatchObject({
      response_type: 'vp_token',
      response_mode: 'dc_api.jwt',
      expected_origins: [service.baseUrl],
      aud: 'https://self-issued.me/v2',
      client_id: expect.stringMatching(/^x509_hash:/),
    })
    expect(created.authorization_request).toMatchObject({ response_mode: 'dc_api.jwt', nonce: claims.nonce })
  })

  it('is unsigned where asked, without a word of who asks', async () => {
    const { session_id: id, authorization_request: shown } = await start({
      dc_api_protocols: [unsigned],
      response_mode: 'direct_post',
    })
    const [entry] = await entriesOf(id)
    expect(entry).toEqual({ protocol: unsigned, data: shown })
    expect(Object.keys(entry?.data ?? {}).sort()).toEqual([
      'client_metadata',
      'dcql_query',
      'nonce',
      'response_mode',
      'response_type',
    ])
    expect(entry?.data.response_mode).toBe('dc_api')
    expect(entry?.data.client_metadata).not.toHaveProperty('jwks')
  })

  it('is signed twice where asked, each time under the hash of another certificate', async () => {
    const created = await start({ dc_api_protocols: [multisigned] })
    const [entry] = await entriesOf(created.session_id)
    const { payload, signatures } = multiSignedIn(entry)
    const claims = jsonOf(payload)
    expect(Object.keys(claims).sort()).toEqual([
      ...['aud', 'client_metadata', 'dcql_query', 'exp', 'expected_origins', 'iat', 'nonce'],
      ...['response_mode', 'response_type'],
    ])
    const root = new X509Certificate(Buffer.from(service.container.ports.rootCertificate.der))
    const clientIds = []
    for (const { protected: head, signature } of signatures) {
      const header = jsonOf(head) as { x5c: string[]; client_id: string }
      expect(Object.keys(header).sort()).toEqual(['alg', 'client_id', 'typ', 'x5c'])
      expect(header).toMatchObject({ typ: 'oauth-authz-req+jwt', alg: 'ES256', x5c: [expect.any(String)] })
      const leaf = new X509Certificate(Buffer.from(header.x5c[0] ?? '', 'base64'))
      expect(leaf.verify(root.publicKey)).toBe(true)
      expect(header.client_id).toBe(`x509_hash:${createHash('sha256').update(leaf.raw).digest('base64url')}`)
      await compactVerify(`${head}.${payload}.${signature}`, leaf.publicKey)
      clientIds.push(header.client_id)
    }
    expect(new Set(clientIds).size).toBe(2)
    expect(created.authorization_request).toMatchObject({ client_id: clientIds[0], nonce: claims.nonce })
  })

  it('says in each entry who asks as that entry does', async () => {
    const { session_id: id, authorization_request: shown } = await start({
      dc_api_protocols: [multisigned, signed, unsigned],
      client_id_prefix: 'x509_san_dns',
      dc_api_extra_origins: ['https://other.example'],
    })
    const [many, one, none] = await entriesOf(id)
    expect(shown).toMatchObject({ client_id: expect.stringMatching(/^x509_hash:/) })
    const { payload } = multiSignedIn(many)
    const expected_origins = [service.baseUrl, 'https://other.example']
    expect(jsonOf(payload)).toMatchObject({ expected_origins })
    expect(decodeJwt(String(one?.data.request))).toMatchObject({
      client_id: 'x509_san_dns:localhost',
      expected_origins,
    })
    for (const name of ['client_id', 'expected_origins', 'aud', 'iat', 'exp'])
      expect(none?.data).not.toHaveProperty(name)
  })

  it('carries the registration certificate where it is signed, and access certificates there', async () => {
    const { session_id: id } = await start({
      dc_api_protocols: [unsigned, signed, multisigned],
      trust_framework: 'eu',
      verifier_info: [{ format: 'note', data: 'a' }],
      registration_certificate: 'auto',
    })
    const [none, one, many] = await entriesOf(id)
    expect(none?.data.verifier_info).toEqual([{ format: 'note', data: 'a' }])
    const both = [expect.objectContaining({ format: 'note' }), expect.objectContaining({ format: 'registration_cert' })]
    const compact = String(one?.data.request)
    expect(decodeJwt(compact).verifier_info).toEqual(both)
    const { signatures } = multiSignedIn(many)
    const heads = [decodeProtectedHeader(compact), ...signatures.map(({ protected: head }) => jsonOf(head))]
    for (const head of heads.slice(1)) expect(head.verifier_info).toEqual(both)
    const leaves = heads.map(({ x5c }) => new X509Certificate(Buffer.from((x5c as string[])[0] ?? '', 'base64')))
    for (const { issuer } of leaves) expect(issuer).toContain('Wallet Capture Test Access CA')
    expect(new Set(leaves.map(({ fingerprint256 }) => fingerprint256)).size).toBe(2)
  })

  it('sends no registration certificate where no entry is signed', async () => {
    const { session_id: id } = await start({ dc_api_protocols: [unsigned], trust_framework: 'eu' })
    const [entry] = await entriesOf(id)
    expect(entry?.data).not.toHaveProperty('verifier_info')
    expect((await read(id)).trust).toMatchObject({ registration_certificate: { source: 'none' } })
  })

  it('is on record with nonces and origins, and each of its signatures decoded', async () => {
    const { session_id: id } = await start({ dc_api_protocols: [unsigned, signed, multisigned] })
    const [first] = await entriesOf(id)
    const [exchange] = (await read(id)).exchanges
    const body = exchange?.response.body as unknown as { digital: { requests: { data: JsonObject }[] } } | undefined
    expect(body?.digital.requests[0]?.data.nonce).toBe(first?.data.nonce)
    expect(exchange?.decoded.map(({ source, kind }) => [source, kind])).toEqual([
      ['response.body.digital.requests[1].data.request', 'request_object'],
      ['response.body.digital.requests[2].data.request.signatures[0]', 'request_object'],
      ['response.body.digital.requests[2].data.request.signatures[1]', 'request_object'],
    ])
    for (const { claims } of exchange?.decoded ?? [])
      expect(claims).toMatchObject({ expected_origins: [service.baseUrl], nonce: expect.any(String) })
  })

  it('is on record with who signed it, also where headers alone say so', async () => {
    const { session_id: id } = await start({ dc_api_protocols: [multisigned], trust_framework: 'eu' })
    const [entry] = await entriesOf(id)
    const [exchange] = (await read(id)).exchanges
    for (const [index, { protected: head }] of multiSignedIn(entry).signatures.entries()) {
      const source = `response.body.digital.requests[0].data.request.signatures[${index}]`
      expect(exchange?.decoded).toContainEqual(
        expect.objectContaining({
          source,
          header: expect.objectContaining({ client_id: jsonOf(head).client_id, verifier_info: [expect.anything()] }),
        }),
      )
      expect(exchange?.decoded).toContainEqual(
        expect.objectContaining({
          source: `${source}.header.verifier_info[0].data`,
          kind: 'registration_certificate',
          claims: expect.objectContaining({ name: 'Wallet Capture Verifier' }),
        }),
      )
    }
  })

  it('has a nonce and a key for each entry, and keeps them when it is fetched again', async () => {
    const { session_id: id } = await start({ dc_api_protocols: [unsigned, signed] })
    const facts = async () =>
      (await entriesOf(id)).map(({ protocol, data }) => {
        const { nonce, client_metadata: metadata } = protocol === signed ? decodeJwt(String(data.request)) : data
        const { jwks } = metadata as { jwks: { keys: { kid: string; x: string }[] } }
        return { protocol, nonce, kid: jwks.keys[0]?.kid, x: jwks.keys[0]?.x }
      })
    const first = await facts()
    expect(first.map(({ protocol }) => protocol)).toEqual([unsigned, signed])
    for (const member of ['nonce', 'kid', 'x'] as const)
      expect(new Set(first.map((entry) => entry[member])).size, member).toBe(2)
    expect(await facts()).toEqual(first)
  })

  it('is recorded with what carried it, and counts as retrieved', async () => {
    const { session_id: id } = await start()
    expect((await read(id)).status).toBe('created')
    await fetchRequest(id, [['Sec-Fetch-Site', 'same-origin']])
    await fetchRequest(id, [
      ['Sec-Fetch-Site', 'same-origin'],
      ['Origin', 'https://elsewhere.example'],
    ])
    await fetchRequest(id)
    const { status, events, exchanges } = await read(id)
    expect(status).toBe('request_retrieved')
    const delivered = events.filter(({ type }) => type === 'vp_dc_api_request_delivered')
    expect(delivered.map(({ detail }) => detail)).toMatchObject(
      ['browser', 'emulated', 'emulated'].map((carrier) => ({ entries: [signed], carrier })),
    )
    expect(exchanges.map(({ operation }) => operation)).toEqual(Array(3).fill('getBrowserRequest'))
  })

  it('is signed anew at each call, and says so in its times alone', async () => {
    const { session_id: id } = await start()
    const claims = async () => decodeJwt(String((await entriesOf(id))[0]?.data.request))
    const [{ iat, ...first }] = [await claims()]
    service.advance(5)
    const { iat: later = 0, ...second } = await claims()
    expect(second).toEqual(first)
    expect(later - (iat ?? 0)).toBeGreaterThanOrEqual(5)
  })

  it('is spoilt as its test says, and that is on record', async () => {
    const { session_id: id } = await start({ negative_test: 'bad_signature' })
    const compact = String((await entriesOf(id))[0]?.data.request)
    const [leaf = ''] = decodeProtectedHeader(compact).x5c ?? []
    const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'))
    await expect(compactVerify(compact, publicKey)).rejects.toThrow('signature')
    const altered = (await read(id)).events.find(({ type }) => type === 'answer_altered')
    expect(altered?.detail).toMatchObject({ alteration: 'negative_test.bad_signature', operation: 'getBrowserRequest' })
  })

  it('is told in the read-back, with the nonce and the key of each entry', async () => {
    const { session_id: id } = await start({
      dc_api_protocols: [unsigned, multisigned],
      dc_api_extra_origins: ['https://other.example'],
    })
    const [none] = await entriesOf(id)
    const { dc_api, deeplink, observed } = await read(id)
    const metadata = none?.data.client_metadata as unknown as { jwks: { keys: [{ kid: string }] } } | undefined
    const [key] = metadata?.jwks.keys ?? [{ kid: '' }]
    expect(dc_api).toEqual({
      origin: service.baseUrl,
      expected_origins: [service.baseUrl, 'https://other.example'],
      entries: [
        {
          protocol: unsigned,
          response_mode: 'dc_api.jwt',
          nonce: none?.data.nonce,
          encryption_kid: key.kid,
          thumbprint: await calculateJwkThumbprint(key),
        },
        expect.objectContaining({ protocol: multisigned, response_mode: 'dc_api.jwt' }),
      ],
      answered_protocol: null,
      calls: [],
    })
    expect(deeplink).toBe(`${service.baseUrl}/present/${id}`)
    const link = await client({ path: `/openid4vp/sessions/${id}/deeplink` })
    expect(link.object()).toMatchObject({ deeplink, authorization_request: { nonce: none?.data.nonce } })
    expect(observed.request_fetches).toMatchObject([{ method: 'GET' }])
    expect(observed.request_uri_payload).toMatchObject({
      source: 'dc_api.response.body',
      value: { nonce: none?.data.nonce },
    })
  })

  it('lets its page ask whether it has ended, and for the next session of its campaign', async () => {
    const stateOf = async (id: string) => (await client({ path: `/present/${id}/state` })).object()
    const { session_id: id } = await start({ expires_in: 60 })
    expect(await stateOf(id)).toEqual({ ended: false, next_page: null })
    service.advance(61)
    expect(await stateOf(id)).toEqual({ ended: true, next_page: null })
    const link = await create({})
    for (const none of [link.session_id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await client({ path: `/present/${none}/state` })
      expect([answer.status, answer.object().error]).toEqual([404, 'vp_session_not_found'])
    }
    const campaign = sampleCampaign()
    const { campaignId } = campaign
    const at = (seconds: number) => ({
      campaignId,
      createdAt: addSeconds(service.now(), seconds),
      expiresAt: addSeconds(service.now(), 900),
      dcApi: { entries: [], extraOrigins: [] },
    })
    const [before, after] = [samplePresentation(at(0)), samplePresentation(at(1))]
    const { store } = service.container.ports
    await store.commit(commitOf({ campaign }))
    for (const session of [before, after]) await store.commit(commitOf({ session }))
    const next_page = `${service.baseUrl}/present/${after.sessionId}`
    expect(await stateOf(before.sessionId)).toEqual({ ended: false, next_page })
    expect(await stateOf(after.sessionId)).toEqual({ ended: false, next_page: null })
  })

  it('is not fetched as a link’s request is, and that is on record', async () => {
    const { session_id: id } = await start()
    for (const method of ['GET', 'POST']) {
      const answer = await client({ method, path: `/openid4vp/sessions/${id}/request` })
      expect([answer.status, answer.object().error]).toEqual([404, 'vp_request_in_browser'])
    }
    const { events, status } = await read(id)
    expect(status).toBe('created')
    expect(events.filter(({ type }) => type === 'vp_request_refused')).toHaveLength(2)
  })

  it('is 404 for a session with a link, an unknown one, and one that has ended', async () => {
    const link = await create({})
    const { session_id: id } = await start({ expires_in: 60 })
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [session, error] of [
      [link.session_id, 'vp_request_not_found'],
      [unknown, 'vp_session_not_found'],
    ] as const) {
      const answer = await fetchRequest(session)
      expect([answer.status, answer.object().error]).toEqual([404, error])
    }
    // Nothing that a check blames the linked wallet for.
    const { events, exchanges } = await read(link.session_id)
    expect(events.map(({ type }) => type)).toEqual(['vp_session_created'])
    expect(exchanges.map(({ operation }) => operation)).toEqual(['getBrowserRequest'])
    service.advance(61)
    const answer = await fetchRequest(id)
    expect([answer.status, answer.object().error]).toEqual([404, 'vp_request_expired'])
  })

  it.each<[JsonObject, string, string]>([
    [{ presentation_channel: 'nfc' }, 'invalid_request', '/presentation_channel'],
    [{ dc_api_protocols: [] }, 'invalid_request', '/dc_api_protocols'],
    [{ dc_api_protocols: signed }, 'invalid_request', '/dc_api_protocols'],
    [{ dc_api_protocols: [signed, 'openid4vp'] }, 'invalid_request', '/dc_api_protocols/1'],
    [{ dc_api_protocols: [unsigned, signed, unsigned] }, 'invalid_request', '/dc_api_protocols/2'],
    [{ presentation_channel: 'url', dc_api_protocols: [signed] }, 'invalid_request', '/dc_api_protocols/0'],
    [
      { presentation_channel: 'url', dc_api_extra_origins: ['https://a.example'] },
      'invalid_request',
      '/dc_api_extra_origins',
    ],
    [
      { dc_api_extra_origins: ['https://a.example', 'https://a.example'] },
      'invalid_request',
      '/dc_api_extra_origins/1',
    ],
    [
      { dc_api_extra_origins: ['https://a.example', 'https://b.example/'] },
      'invalid_request',
      '/dc_api_extra_origins/1',
    ],
    [{ dc_api_extra_origins: ['http://a.example'] }, 'invalid_request', '/dc_api_extra_origins/0'],
    [
      { dc_api_extra_origins: [...'abcdef'].map((host) => `https://${host}.example`) },
      'invalid_request',
      '/dc_api_extra_origins',
    ],
    [{ response_mode: 'dc_api' }, 'unsupported_response_mode', '/response_mode'],
    [{ response_type: 'code' }, 'unsupported_response_type', '/response_type'],
    [
      { presentation_request: { response_type: 'vp_token id_token' } },
      'unsupported_response_type',
      '/presentation_request/response_type',
    ],
    [{ scopes: ['com.example.pid'] }, 'invalid_scope', '/scopes'],
    [{ return_redirect_uri: true }, 'invalid_request', '/return_redirect_uri'],
    [{ client_id_prefix: 'redirect_uri' }, 'invalid_request', '/client_id_prefix'],
    [{ profile: 'haip', response_mode: 'direct_post' }, 'unsupported_response_mode', '/response_mode'],
    [
      { client_id_prefix: 'pre_registered', registered_client_id: 'a', dc_api_protocols: [signed, unsigned] },
      'invalid_request',
      '/dc_api_protocols/1',
    ],
  ])('is refused with %j', async (members, error, pointer) => {
    const answer = await post('/openid4vp/sessions', { presentation_channel: 'dc_api', ...members })
    expect([answer.status, answer.object()]).toMatchObject([400, { error, pointer }])
  })
})
