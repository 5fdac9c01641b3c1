import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import type { HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { readJws } from '@/lib/wallet/jose/jws'
import { isObject, type JsonObject, objectMember } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/**
 * What independent wallet libraries require of a verifier, line by line. A wallet that stops at one of these stops for
 * every tester.
 */
const service = serviceForTests()
const { http } = service
let credentials: HeldCredential[]
const client = createNodeClient()
beforeAll(async () => {
  const get = { origin: service.baseUrl, http: client }
  const [sdJwt, mdoc] = [await obtainCredential(get), await obtainCredential({ ...get, format: 'mso_mdoc' })]
  credentials = [...sdJwt.credentials, ...mdoc.credentials]
})

const mediaType = 'application/oauth-authz-req+jwt'
const pidType = 'eu.europa.ec.eudi.pid.1'
const sdJwtQuery = {
  id: 'sd_jwt',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['family_name'] }],
}
const mdocQuery = {
  id: 'mdoc',
  format: 'mso_mdoc',
  meta: { doctype_value: pidType },
  claims: [{ path: [pidType, 'family_name'] }],
}
const plain = { response_mode: 'direct_post' }
const encrypted = { response_mode: 'direct_post.jwt' }

const create = (body: JsonObject): Promise<HttpAnswer> =>
  http({
    method: 'POST',
    path: '/openid4vp/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
async function created(body: JsonObject) {
  const answer = await create(body)
  expect(answer.status).toBe(201)
  const session = answer.object()
  return { session, request: session.authorization_request as JsonObject }
}
const view = async (session: JsonRecord): Promise<JsonRecord> =>
  (await http({ path: `/openid4vp/sessions/${session.session_id}` })).object()
const decoded = (entry: unknown): JsonObject => JSON.parse(Buffer.from(String(entry), 'base64url').toString('utf8'))
const pathOf = (url: unknown): string => new URL(String(url)).pathname
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url')

describe('the request object', () => {
  const fetched = async (session: JsonRecord, method: string): Promise<string> => {
    const answer = await http({
      method,
      path: pathOf(session.request_uri),
      headers: [
        ['Accept', mediaType],
        ...(method === 'POST' ? ([['Content-Type', 'application/x-www-form-urlencoded']] as const) : []),
      ],
      ...(method === 'POST' ? { body: 'wallet_nonce=of-the-wallet' } : {}),
    })
    expect([answer.status, answer.header('content-type')]).toEqual([200, mediaType])
    return answer.body
  }

  covers('A4.20')
  it.each([
    ['GET', {}],
    ['POST', { request_uri_method: 'post' }],
    ['by value', { request_delivery: 'by_value' }],
  ])('names its type, its signer and its client as the link does (%s)', async (how, body) => {
    const { session } = await created(body)
    const link = new URL(String(session.deeplink)).searchParams
    const jws = readJws(how === 'by value' ? (link.get('request') ?? '') : await fetched(session, how))
    expect(jws?.header).toMatchObject({ typ: 'oauth-authz-req+jwt', alg: 'ES256', x5c: expect.any(Array) })
    const [leaf] = (jws?.header.x5c ?? []) as string[]
    const der = Buffer.from(String(leaf), 'base64')
    expect(new X509Certificate(der).raw.equals(der)).toBe(true)
    const { claims } = jws ?? { claims: {} as JsonObject }
    expect(claims.client_id).toBe(`x509_hash:${sha256(der)}`)
    expect(link.get('client_id')).toBe(claims.client_id)
    expect(claims.response_uri).toBe(session.response_uri)
    expect(claims).not.toHaveProperty('redirect_uri')
    expect(claims.nonce).toMatch(/^[A-Za-z0-9_-]{22,}$/)
    const now = Date.now() / 1000
    expect(Number(claims.exp)).toBeGreaterThan(now)
    expect(Number(claims.iat)).toBeLessThanOrEqual(now + 15)
    expect(claims.wallet_nonce).toBe(how === 'POST' ? 'of-the-wallet' : undefined)
  })
})

describe('a credential', () => {
  it('whose key lists no operations is taken with a warning, as issuers make it of what some wallets send', async () => {
    const { session } = await created({ profile: 'haip' })
    const misbehave = 'vp.sdjwt.cnf_jwk~no_operations'
    const run = await runAtVerifier({ deeplink: String(session.deeplink), credentials, http: client, misbehave })
    expect(run.outcome, run.reason ?? '').toBe('presented')
    const { checks } = (await view(session)) as { checks: JsonRecord }
    const judged = (checks.conformance as JsonRecord[]).filter(({ id }) => id === 'vp.sdjwt.cnf_jwk')
    expect(judged.map(({ status, actual }) => [status, actual])).toEqual([['warn', { key_ops: [] }]])
    expect(checks.summary).toMatchObject({ must: { fail: 0 } })
  })
})

describe('client_metadata', () => {
  it.each([
    ['an SD-JWT VC', [sdJwtQuery]],
    ['an mdoc', [mdocQuery]],
    ['both', [sdJwtQuery, mdocQuery]],
  ])('name algorithms that wallets have, for %s', async (_words, asked) => {
    const { request } = await created({ dcql_query: { credentials: asked } })
    const formats = objectMember(objectMember(request, 'client_metadata'), 'vp_formats_supported')
    for (const { format } of asked) expect(formats).toHaveProperty([format])
    const members = objectMember(formats, 'dc+sd-jwt')
    if (asked.some(({ format }) => format === 'dc+sd-jwt')) {
      expect(members?.['sd-jwt_alg_values']).toContain('ES256')
      expect(members?.['kb-jwt_alg_values']).toContain('ES256')
    }
    const mdoc = objectMember(formats, 'mso_mdoc')
    if (asked.some(({ format }) => format === 'mso_mdoc')) {
      expect(mdoc?.issuerauth_alg_values).toEqual(expect.arrayContaining([-7, -9]))
      expect(mdoc?.deviceauth_alg_values).toEqual(expect.arrayContaining([-7, -9]))
    }
  })

  it('say nothing of encryption where the answer comes in the clear', async () => {
    const { request } = await created(plain)
    const metadata = objectMember(request, 'client_metadata')
    for (const name of ['encrypted_response_enc_values_supported', 'jwks']) expect(metadata).not.toHaveProperty([name])
  })

  it('have keys with a name of their own and an algorithm where it comes encrypted', async () => {
    const { request } = await created(encrypted)
    const metadata = objectMember(request, 'client_metadata')
    expect(metadata?.encrypted_response_enc_values_supported).toEqual(expect.arrayContaining(['A128GCM', 'A256GCM']))
    const keys = objectMember(metadata, 'jwks')?.keys as JsonObject[]
    expect(keys.length).toBeGreaterThan(0)
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatchObject({ kid: expect.stringMatching(/./), alg: 'ECDH-ES', crv: 'P-256' })
  })
})

describe('a response type that a wallet does not know', () => {
  it.each(['code', 'vp_token id_token'])('%s: its error is taken with 200, and is evidence', async (response_type) => {
    const { session, request } = await created({ response_type })
    const parameters = { error: 'unsupported_response_type', state: String(request.state) }
    const answer = await http({
      method: 'POST',
      path: pathOf(request.response_uri),
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams(parameters).toString(),
    })
    expect([answer.status, answer.object()]).toEqual([200, {}])
    expect(await view(session)).toMatchObject({
      status: 'wallet_error',
      observed: { wallet_error: { error: 'unsupported_response_type' } },
      exchanges: [{ response: { status: 200 } }],
    })
  })

  it('is what the reference wallet says to a request for a code', async () => {
    const { session } = await created({ response_type: 'code' })
    const run = await runAtVerifier({ deeplink: String(session.deeplink), credentials, http: client })
    expect(run).toMatchObject({ outcome: 'declined', declined: { error: 'unsupported_response_type' } })
    expect(await view(session)).toMatchObject({ status: 'wallet_error' })
  })
})

describe('what is asked for', () => {
  it('is a query or a scope that stands for one, never both', async () => {
    const usual = await created({})
    expect(usual.request).toHaveProperty('dcql_query')
    expect(usual.request).not.toHaveProperty('scope')
    const scoped = await created({ scopes: ['com.example.pid'] })
    expect(scoped.request).toMatchObject({ scope: 'com.example.pid' })
    expect(scoped.request).not.toHaveProperty('dcql_query')
    const both = { dcql_query: { credentials: [sdJwtQuery] }, scopes: ['com.example.pid'] }
    const answer = await create({ ...both, allow_nonconforming_request: false })
    expect([answer.status, answer.object().error]).toEqual([400, 'conflicting_query'])
  })

  it('has transaction data for credentials of the query', async () => {
    const asked = { dcql_query: { credentials: [sdJwtQuery, mdocQuery] } }
    const { request } = await created({
      ...asked,
      transaction_data: [{ type: 'payment', credential_ids: ['sd_jwt'] }],
      allow_nonconforming_request: false,
    })
    const [entry, ...more] = request.transaction_data as unknown[]
    expect(more).toEqual([])
    expect(decoded(entry)).toMatchObject({ type: 'payment', credential_ids: ['sd_jwt'] })
    const unknown = [{ type: 'payment', credential_ids: ['nobody'] }]
    const answer = await create({ ...asked, transaction_data: unknown, allow_nonconforming_request: false })
    expect([answer.status, answer.object().pointer]).toEqual([400, '/transaction_data/0/credential_ids/0'])
  })

  covers('A2.28')
  it('has verifier_info with format and data, for credentials of the query', async () => {
    const asked = { dcql_query: { credentials: [sdJwtQuery] }, allow_nonconforming_request: false }
    const good = { format: 'jwt', data: 'e30.e30.AA', credential_ids: ['sd_jwt'] }
    const { request } = await created({ ...asked, verifier_info: [good] })
    expect(request.verifier_info).toEqual([good])
    for (const [changes, pointer] of [
      [{ format: undefined }, '/verifier_info/0/format'],
      [{ data: undefined }, '/verifier_info/0/data'],
      [{ credential_ids: ['nobody'] }, '/verifier_info/0/credential_ids/0'],
    ] as const) {
      const answer = await create({ ...asked, verifier_info: [{ ...good, ...changes }] as JsonObject[] })
      expect([answer.status, answer.object().pointer]).toEqual([400, pointer])
    }
  })
})

describe('the answer to a response', () => {
  const presenterOf = (body: JsonObject) => createHandPresenter(service, credentials[0] as HeldCredential, body)
  const expectJson = (answer: HttpAnswer, status: number): void => {
    expect([answer.status, answer.header('content-type')]).toEqual([status, 'application/json'])
    expect(isObject(answer.json())).toBe(true)
  }

  it.each([plain, encrypted])('is a JSON object, for presentations and for errors: %o', async (mode) => {
    const good = await presenterOf(mode)
    expectJson(await good.answer(good.payload()), 200)
    const declined = await presenterOf(mode)
    expectJson(await declined.answer({ error: 'access_denied', state: String(declined.request.state) }), 200)
    const refused = await presenterOf(mode)
    const { state } = refused.payload()
    const answer = await refused.answer({ vp_token: {}, state })
    expectJson(answer, 400)
    expect(answer.object().error).toBe('invalid_presentation')
  })

  it('takes apu and apv for what they are: bytes that the key is derived with', async () => {
    const presenter = await presenterOf(encrypted)
    const answer = await presenter.answer(presenter.payload(), ({ header }) => {
      header.apu = randomBytes(16).toString('base64url')
      header.apv = randomBytes(16).toString('base64url')
    })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['no key', plain, 'vp.mdoc.device_signature~prefix'],
    ['the thumbprint of the key', encrypted, 'vp.mdoc.device_signature~prefix'],
    ['the thumbprint of the key', encrypted, 'vp.mdoc.device_signature~thumbprint'],
    ['the whole response_uri', plain, 'vp.mdoc.device_signature~address'],
  ])('to an mdoc depends on a handover of %s and the full client_id: %o, %s', async (_words, mode, misbehave) => {
    const options = async () => {
      const { session } = await created({ ...mode, dcql_query: { credentials: [mdocQuery] } })
      return { deeplink: String(session.deeplink), credentials, http: client }
    }
    expect((await runAtVerifier(await options())).outcome).toBe('presented')
    const run = await runAtVerifier({ ...(await options()), misbehave })
    expect(run).toMatchObject({ outcome: 'refused_by_verifier', refusal: { status: 400 } })
    expect(run.refusal?.error_uri).toMatch(/vp\.mdoc\.device_signature$/)
  })
})
