import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** Members of the other implementation, each compared field by field with what a wallet is really sent. */
const service = serviceForTests()
const { http } = service
let credential: HeldCredential
let root: X509Certificate
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
  root = new X509Certificate((await http({ path: '/pki/root-ca.pem' })).body)
})

const session = (body: JsonRecord): Promise<HandPresenter> =>
  createHandPresenter(service, credential, body as JsonObject)

/** What the wallet gets at the request_uri. */
async function fetched({ requestPath }: HandPresenter, form?: Readonly<Record<string, string>>) {
  const { status, body } = await http(
    form === undefined
      ? { path: requestPath }
      : {
          method: 'POST',
          path: requestPath,
          headers: [['Content-Type', 'application/x-www-form-urlencoded']],
          body: new URLSearchParams(form).toString(),
        },
  )
  expect(status, body).toBe(200)
  return body
}

const chainOf = (jwt: string): X509Certificate[] =>
  (decodeProtectedHeader(jwt).x5c ?? []).map((one) => new X509Certificate(Buffer.from(one, 'base64')))

/** Whether an ES256 signature is right, after `change` of its bytes. */
function isSignedBy(jwt: string, key: KeyObject, change: (bytes: Buffer) => Buffer = (bytes) => bytes): boolean {
  const [head, claims, signature = ''] = jwt.split('.')
  const bytes = change(Buffer.from(signature, 'base64url'))
  return verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

const leafOf = (jwt: string): X509Certificate => chainOf(jwt)[0] as X509Certificate
const hashOf = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('base64url')

describe('request_behavior', () => {
  it('signature corrupt: the right signature with its first byte inverted', async () => {
    const jwt = await fetched(await session({ request_behavior: { signature: 'corrupt' } }))
    const { publicKey } = leafOf(jwt)
    const inverted = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 0 ? byte ^ 0xff : byte)))
    expect([isSignedBy(jwt, publicKey), isSignedBy(jwt, publicKey, inverted)]).toEqual([false, true])
  })

  it('signing_key unrelated: the right certificates, and a signature of another key', async () => {
    const [right, wrong] = await Promise.all(
      [{}, { request_behavior: { signing_key: 'unrelated' } }].map(async (body) => fetched(await session(body))),
    )
    expect(decodeProtectedHeader(wrong ?? '')).toEqual(decodeProtectedHeader(right ?? ''))
    const { publicKey } = leafOf(wrong ?? '')
    expect([isSignedBy(right ?? '', publicKey), isSignedBy(wrong ?? '', publicKey)]).toEqual([true, false])
    expect(Buffer.from(wrong?.split('.')[2] ?? '', 'base64url')).toHaveLength(64)
  })

  it.each(['unrelated_self_signed', 'untrusted_root', 'incomplete_chain'])('certificate_chain %s', async (name) => {
    const presenter = await session({ request_behavior: { certificate_chain: name } })
    const jwt = await fetched(presenter)
    const [leaf, ...others] = chainOf(jwt)
    if (leaf === undefined) throw new Error('The request has no certificate.')
    expect(isSignedBy(jwt, leaf.publicKey)).toBe(true)
    expect(decodeJwt(jwt).client_id).toBe(`x509_hash:${hashOf(leaf)}`)
    expect(new URLSearchParams(presenter.created.deeplink.split('?')[1]).get('client_id')).toBe(
      decodeJwt(jwt).client_id,
    )
    expect(leaf.verify(root.publicKey)).toBe(false)
    expect(leaf.verify(leaf.publicKey)).toBe(name === 'unrelated_self_signed')
    // Who issued it is neither sent nor published.
    expect([root, ...others].some((one) => leaf.checkIssued(one))).toBe(false)
    expect(leaf.issuer.includes('Root')).toBe(name === 'untrusted_root')
  })

  it.each([
    ['echo', 'a-nonce-of-the-wallet'],
    ['mismatch', 'another'],
    ['omit', undefined],
  ])('wallet_nonce %s', async (wallet_nonce, sent) => {
    const presenter = await session({ request_behavior: { wallet_nonce }, request_uri_method: 'post' })
    const jwt = await fetched(presenter, { wallet_nonce: 'a-nonce-of-the-wallet' })
    const { wallet_nonce: got } = decodeJwt(jwt)
    if (sent === 'another') expect(got).toEqual(expect.not.stringMatching(/^a-nonce-of-the-wallet$/))
    else expect(got).toBe(sent)
    expect(isSignedBy(jwt, leafOf(jwt).publicKey)).toBe(true)
  })

  it.each([
    [{}, 5],
    [{ request_behavior: { request_object_encryption: 'none' } }, 3],
  ])('request_object_encryption: %j', async (body, parts) => {
    const wallet_metadata = JSON.stringify({
      jwks: { keys: [{ ...publicJwk, use: 'enc', alg: 'ECDH-ES', kid: 'wallet' }] },
      request_object_encryption_alg_values_supported: ['ECDH-ES'],
      request_object_encryption_enc_values_supported: ['A128GCM'],
    })
    const sent = await fetched(await session({ ...body, request_uri_method: 'post' }), { wallet_metadata })
    expect(sent.split('.')).toHaveLength(parts)
  })

  it.each([
    [{ status: 404, content_type: 'text/plain', body: 'gone' }],
    [{ status: 299, content_type: 'application/json', body: { error: 'x' } }],
  ])('request_uri_response %j', async (reply) => {
    const { requestPath } = await session({ request_behavior: { request_uri_response: reply } })
    const answer = await http({ path: requestPath })
    expect([answer.status, answer.header('Content-Type')]).toEqual([reply.status, reply.content_type])
    expect(answer.body).toBe(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
})

const publicJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

describe('response_scenario', () => {
  const reply = { status: 202, content_type: 'application/vnd.x+json', body: { a: 1 } }

  it.each<[JsonRecord, { status: number; content_type: string; body: Json }]>([
    [{ status: 500 }, { status: 500, content_type: 'application/json', body: {} }],
    [
      { ...reply, extra_parameters: { b: [null] } },
      { ...reply, body: { a: 1, b: [null] } },
    ],
    [
      { status: 400, extra_parameters: { error: 'invalid_request' } },
      { status: 400, content_type: 'application/json', body: { error: 'invalid_request' } },
    ],
    [
      { content_type: 'text/plain', body: 'Thank you.' },
      { status: 200, content_type: 'text/plain', body: 'Thank you.' },
    ],
  ])('%j is what a valid response gets', async (response_scenario, sent) => {
    const presenter = await session({ response_scenario, response_mode: 'direct_post' })
    await fetched(presenter)
    const answer = await presenter.answer(presenter.payload())
    expect((await presenter.view()).status).toBe('presentation_validated')
    expect([answer.status, answer.header('Content-Type')]).toEqual([sent.status, sent.content_type])
    expect(answer.body).toBe(typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body))
  })
})

it('shows the whole replies as they went out, once they did, and samples before', async () => {
  const presenter = await session({
    response_mode: 'direct_post',
    mutations: [
      { target: 'response', op: 'put', path: '/body/more', value: 'x' },
      { target: 'request_response', op: 'put', path: '/status', value: 203 },
    ],
  })
  const texts = () => service.container.queries.presentation.changed(presenter.created.session_id)
  expect((await texts()).map(({ target, isReal }) => [target, isReal])).toEqual([
    ['request_response', undefined],
    ['response', undefined],
  ])
  await http({ path: presenter.requestPath })
  const [ofRequest] = await texts()
  expect([ofRequest?.right.status, ofRequest?.sent.status]).toEqual([200, 203])
  await presenter.answer(presenter.payload())
  const [, ofResponse] = await texts()
  expect(ofResponse).toMatchObject({ isReal: true, right: { status: 200, body: {} }, sent: { body: { more: 'x' } } })
})

it('tells a request that went out by itself in read-back and reports, however long, and a sample before', async () => {
  const presenter = await session({
    client_id_scheme: 'x509_hash',
    trust_framework: 'eu',
    mutations: [
      { target: 'request_response', op: 'put', path: '/body', value: { error: 'x', text: 'y'.repeat(20_000) } },
      { target: 'request_response', op: 'put', path: '/status', value: 203 },
      { target: 'response', op: 'put', path: '/content_type', value: 'application/x' },
    ],
  } as never)
  const places = async () =>
    ((await presenter.view()).mutations?.differences ?? []).map(({ target, pointer, was }) => [target, pointer, was])
  const before = await places()
  await http({ path: presenter.requestPath })
  const after = await places()
  const [ofStatus, ofBody, ofResponse] = before
  expect(ofBody).toEqual(['request_response', '/body', expect.stringMatching(/^eyJ/)])
  // The sample stands for any request; the one that went out has its certificates.
  const token = expect.stringMatching(/^\[token:[4-9]\d\d\d\]$/)
  expect(after).toEqual([ofResponse, ofStatus, ['request_response', '/body', token]])
  const [request] = await service.container.queries.presentation.changed(presenter.created.session_id)
  expect(request).toMatchObject({ isReal: true, isCut: true, right: { status: 200 }, sent: { status: 203 } })
})

it('response_scenario stays unsent where the response of the wallet is refused, which the outcome says', async () => {
  const presenter = await session({ response_scenario: { status: 418 }, response_mode: 'direct_post' })
  await fetched(presenter)
  const answer = await presenter.answer({ vp_token: {}, state: String(presenter.request.state) })
  expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
  expect((await presenter.view()).outcome.detail).toBe(
    'Response wrong on purpose was not sent: the response of the wallet was refused',
  )
})

describe('the signed request', () => {
  const foreign = { ...publicJwk, use: 'enc', alg: 'ECDH-ES', kid: 'theirs' }

  it.each<[JsonRecord, (claims: JsonRecord, right: JsonRecord) => JsonRecord]>([
    [
      { client_metadata: { encrypted_response_enc_values_supported: ['A128GCM'], logo_uri: 'https://x.test/l' } },
      (_, right) => ({
        client_metadata: {
          ...(right.client_metadata as JsonRecord),
          encrypted_response_enc_values_supported: ['A128GCM'],
          logo_uri: 'https://x.test/l',
          jwks: expect.anything(),
        },
      }),
    ],
    [{ client_metadata: null, response_mode: 'direct_post' }, () => ({ client_metadata: undefined })],
    [
      { client_metadata: { jwks: { keys: [foreign] } }, allow_undecryptable_response: true },
      (_, right) => ({ client_metadata: { ...(right.client_metadata as JsonRecord), jwks: { keys: [foreign] } } }),
    ],
    [{ presentation_request: { nonce: null } }, () => ({ nonce: undefined })],
    [{ presentation_request: { nonce: 'a b' } }, () => ({ nonce: 'a b' })],
    [{ dcql_query: null }, () => ({ dcql_query: undefined })],
    [
      { request_mutation: { request_object: { set: { '/x': [null], '/nonce': 7 }, unset: ['/state'] } } },
      () => ({ x: [null], nonce: 7, state: undefined }),
    ],
    ...['x509_hash', 'x509_san_dns', 'decentralized_identifier', 'verifier_attestation'].map(
      (scheme): [JsonRecord, () => JsonRecord] => [
        { client_id_scheme: scheme },
        () => ({ client_id: expect.stringMatching(`^${scheme}:`) }),
      ],
    ),
  ])('%j has exactly that, and all else as it is right', async (body, expected) => {
    const [one, other] = await Promise.all([
      session(body),
      session({ response_mode: body.response_mode ?? undefined } as never),
    ])
    const [claims, right] = [decodeJwt(await fetched(one)), decodeJwt(await fetched(other))] as JsonRecord[]
    const asked = expected(claims ?? {}, right ?? {})
    const given = Object.keys(asked)
    for (const [name, value] of Object.entries(asked)) {
      if (value === undefined) expect(claims).not.toHaveProperty(name)
      else expect(claims?.[name], name).toEqual(value)
    }
    const rest = (all: JsonRecord = {}) => Object.keys(all).filter((name) => !given.includes(name))
    expect(rest(claims)).toEqual(rest(right))
    const same = ['response_type', 'response_mode', 'aud', 'dcql_query'].filter((name) => !given.includes(name))
    for (const name of same) expect(claims?.[name], name).toEqual(right?.[name])
  })

  it('its header and its link have what request_mutation sets, and nothing that it unsets', async () => {
    const request_mutation = {
      outer_request: { set: { '/more': 'x', '/request_uri_method': 'put' } },
      request_object_header: { set: { '/typ': 'jwt', '/crit': ['x'] }, unset: ['/x5c'] },
    }
    const presenter = await session({ request_mutation })
    const { typ, crit, ...header } = decodeProtectedHeader(await fetched(presenter))
    expect([typ, crit, Object.keys(header)]).toEqual(['jwt', ['x'], ['alg']])
    const link = new URLSearchParams(presenter.created.deeplink.split('?')[1])
    expect([link.get('more'), link.get('request_uri_method')]).toEqual(['x', 'put'])
  })

  it('leads to the address that redirect_uri names, with the code of the session', async () => {
    const presenter = await session({ redirect_uri: 'https://verifier.test/back?x=1', response_mode: 'direct_post' })
    await fetched(presenter)
    const answer = await presenter.answer(presenter.payload())
    expect(answer.object()).toEqual({ redirect_uri: presenter.created.redirect_uri })
    expect(presenter.created.redirect_uri).toMatch(/^https:\/\/verifier\.test\/back\?x=1&response_code=[\w-]{22}$/)
  })
})

describe('the issued credential', () => {
  it.each<[string | undefined, unknown]>([
    [undefined, { status_list: { idx: expect.any(Number), uri: expect.stringMatching(/^http/) } }],
    ['valid', { status_list: { idx: expect.any(Number), uri: expect.stringMatching(/^http/) } }],
    ['status_without_status_list', expect.not.objectContaining({ status_list: expect.anything() })],
    ['negative_index', { status_list: { idx: -1, uri: expect.any(String) } }],
    ['missing_index', { status_list: { uri: expect.any(String) } }],
    ['malformed_uri', { status_list: { idx: expect.any(Number), uri: expect.stringContaining(' ') } }],
    ['missing_uri', { status_list: { idx: expect.any(Number) } }],
  ])('has the status of status_reference %s', async (status_reference, status) => {
    const created = await http(
      jsonPost('/sessions', {
        issuer_configuration_id: 'eu-pid-jwt-proof-only',
        flow: 'pre_authorized_code',
        status_list_enabled: true,
        ...(status_reference === undefined ? {} : { status_reference }),
      }),
    )
    const responses: string[] = []
    const client = createNodeClient()
    await runAtIssuer({
      deeplink: String(created.object().deeplink),
      profile: {},
      clock: service.now,
      http: async (request) => {
        const answer = await client(request)
        if (request.url.endsWith('/credential')) responses.push(answer.body)
        return answer
      },
    })
    const [{ credential: issued = '' } = {}] = JSON.parse(responses.at(-1) ?? '{}').credentials ?? []
    expect(decodeJwt(String(issued).split('~')[0] ?? '').status).toEqual(status)
  })
})

it('each key above is a public one', () => {
  expect(createPublicKey({ key: publicJwk, format: 'jwk' }).asymmetricKeyType).toBe('ec')
})
