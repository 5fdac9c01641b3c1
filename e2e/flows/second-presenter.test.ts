import { createHash, randomBytes, sign, X509Certificate } from 'node:crypto'
import type { CallbackContext } from '@openid4vc/oauth2'
import { type Openid4vpAuthorizationRequest, Openid4vpClient } from '@openid4vc/openid4vp'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { CompactEncrypt, importJWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifyByLeaf } from '@/lib/testing/verify-by-leaf'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { holderKeyOf } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/**
 * A wallet of independent libraries: one reads the request, encrypts and sends the response, another makes the
 * presentation. They do not share our reading of the protocol.
 */
const publicUrl = 'https://capture.example'
const service = serviceForTests({ env: { BASE_URL: publicUrl } })
let credential: HeldCredential
beforeAll(async () => {
  const issuing = await startService()
  const { credentials } = await obtainCredential({ origin: issuing.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
  await issuing.close()
})

/** Routes requests for the public name to the service. */
const send: typeof fetch = (input, init) => fetch(String(input).replace(publicUrl, service.baseUrl), init)

const callbacks = {
  fetch: send,
  hash: (data: Uint8Array, algorithm: string) => createHash(algorithm.replace('-', '')).update(data).digest(),
  generateRandom: (bytes: number) => new Uint8Array(randomBytes(bytes)),
  signJwt: () => {
    throw new Error('not asked for')
  },
  decryptJwe: () => {
    throw new Error('not asked for')
  },
  verifyJwt: verifyByLeaf,
  encryptJwe: async ({ publicJwk, enc, alg }, plaintext) => {
    const { kty, crv = '', x = '', y = '', kid = '' } = publicJwk
    const jwe = new CompactEncrypt(Buffer.from(plaintext)).setProtectedHeader({ alg, enc, kid })
    return { jwe: await jwe.encrypt(await importJWK({ kty, crv, x, y }, alg)), encryptionJwk: publicJwk }
  },
  getX509CertificateMetadata: (certificate) => {
    const names = new X509Certificate(Buffer.from(certificate, 'base64')).subjectAltName ?? ''
    return { sanDnsNames: [...names.matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name), sanUriNames: [] }
  },
} satisfies Partial<CallbackContext>

const client = new Openid4vpClient({ callbacks })
const json = { 'Content-Type': 'application/json' }

/** A credential with the requested claims, and the proof that this wallet holds its key. */
function present(
  nonce: string,
  aud: string,
  { held, frame, claims }: { held: HeldCredential; frame: Record<string, true>; claims: JsonObject } = {
    held: credential,
    frame: { family_name: true },
    claims: {},
  },
): Promise<string> {
  const library = new SDJwtVcInstance({
    hasher: (data, algorithm) =>
      createHash(algorithm.replace('-', ''))
        .update(typeof data === 'string' ? data : new Uint8Array(data))
        .digest(),
    kbSignAlg: 'ES256',
    kbSigner: (data) => {
      const key = { key: holderKeyOf(held).privateKey, dsaEncoding: 'ieee-p1363' } as const
      return sign('sha256', Buffer.from(data), key).toString('base64url')
    },
  })
  return library.present(held.raw, frame, {
    kb: { payload: { iat: Math.floor(Date.now() / 1000), aud, nonce, ...claims } },
  })
}

const dcql_query = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }],
    },
  ],
}

/** Has the library encrypt the response. */
const encrypted = () => ({
  jarm: {
    encryption: { nonce: randomBytes(16).toString('base64url') },
    serverMetadata: {
      authorization_signing_alg_values_supported: [],
      authorization_encryption_alg_values_supported: ['ECDH-ES'],
      authorization_encryption_enc_values_supported: ['A256GCM'],
    },
  },
})

/** Expects that the service accepted the response, with nothing failed. */
async function expectValidated(id: string): Promise<PresentationSessionView> {
  const read = await send(`${publicUrl}/openid4vp/sessions/${id}`)
  const session: PresentationSessionView = await read.json()
  expect(session.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([])
  expect(session).toMatchObject({ status: 'presentation_validated', checks: { presentation_valid: true } })
  return session
}

covers('A4.23', 'A4.24')
describe('a wallet of another maker', () => {
  it.each(
    ['direct_post', 'direct_post.jwt'].flatMap((response_mode) =>
      [
        { request_delivery: 'by_reference', request_uri_method: 'get' },
        { request_delivery: 'by_value', request_uri_method: 'get' },
        { request_delivery: 'by_reference', request_uri_method: 'post' },
      ].flatMap((request) =>
        // The shared URL accepts an encrypted response only with its state beside it, which the library does not send.
        (response_mode === 'direct_post' ? ['session', 'generic'] : ['session']).map((door) => ({
          ...request,
          response_mode,
          door,
        })),
      ),
    ),
  )(
    'presents what the request asks for: $response_mode, $request_delivery, $request_uri_method, door of the $door',
    async ({ door, ...options }) => {
      const created = await send(`${publicUrl}/openid4vp/sessions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...options, dcql_query }),
      })
      const { session_id, deeplink, ...told } = await created.json()
      expect(created.status, told.error_description).toBe(201)

      const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: deeplink })
      const { authorizationRequestPayload, client: verifier } = await client.resolveOpenId4vpAuthorizationRequest({
        authorizationRequestPayload: params,
      })
      expect(verifier.prefix).toBe('x509_hash')
      const request = authorizationRequestPayload as Openid4vpAuthorizationRequest
      const answer = await client.createOpenid4vpAuthorizationResponse({
        authorizationRequestPayload: request,
        authorizationResponsePayload: { vp_token: { pid: [await present(request.nonce, request.client_id)] } },
        ...(options.response_mode === 'direct_post.jwt' ? encrypted() : {}),
      })
      const { response } = await client.submitOpenid4vpAuthorizationResponse({
        authorizationRequestPayload:
          door === 'generic' ? { ...request, response_uri: `${publicUrl}/openid4vp/response` } : request,
        ...answer,
      })
      expect([response.status, await response.json()]).toEqual([200, {}])

      await expectValidated(session_id)
    },
  )
})

describe('a wallet of another maker pays', () => {
  const card = async (): Promise<HeldCredential> => {
    const types = ['payment', 'login_risk_transaction', 'account_access', 'emandate']
    const type = {
      id: 'card',
      format: 'dc+sd-jwt',
      category: 'urn:eu:europa:ec:eudi:sua:sca',
      transaction_types: types,
    }
    const body = {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      flow: 'pre_authorized_code',
      laboratory: { credentials: [{ ...type, claims: { pan_last_four: '1234' } }] },
    }
    const issuing = await startService()
    try {
      const post = { method: 'POST', headers: json, body: JSON.stringify(body) }
      const { deeplink } = await (await fetch(`${issuing.baseUrl}/sessions`, post)).json()
      return (await runAtIssuer({ deeplink, http: createNodeClient() })).credentials[0] as HeldCredential
    } finally {
      await issuing.close()
    }
  }

  const entry = {
    type: 'urn:eudi:sca:payment:1',
    credential_ids: ['card'],
    transaction_data_hashes_alg: ['sha-256'],
    payload: { transaction_id: '8D8AC610', payee: { name: 'Bookshop', id: 'DE98' }, currency: 'EUR', amount: 12.5 },
  }

  /** Answers a payment over this credential with these claims beside the hashes. */
  async function pay(held: HeldCredential, claims: JsonObject) {
    const query = { id: 'card', format: 'dc+sd-jwt', meta: { vct_values: [held.type] } }
    const body = { dcql_query: { credentials: [query] }, transaction_data: [entry], response_mode: 'direct_post' }
    const post = { method: 'POST', headers: json, body: JSON.stringify(body) }
    const { session_id, deeplink } = await (await send(`${publicUrl}/openid4vp/sessions`, post)).json()
    const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: deeplink })
    const { authorizationRequestPayload, transactionData = [] } = await client.resolveOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: params,
    })
    expect(transactionData.map(({ transactionData: { type } }) => type)).toEqual([entry.type])
    const request = authorizationRequestPayload as Openid4vpAuthorizationRequest
    const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
    const hashes = transactionData.map(({ encoded }) => hash(encoded))
    const presentation = await present(request.nonce, request.client_id, {
      held,
      frame: {},
      claims: { transaction_data_hashes: hashes, transaction_data_hashes_alg: 'sha-256', ...claims },
    })
    const answer = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      authorizationResponsePayload: { vp_token: { card: [presentation] } },
    })
    const { response } = await client.submitOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      ...answer,
    })
    return { id: String(session_id), status: response.status, answered: await response.json() }
  }

  it('with the claims of TS12, or is refused by the check of the claim that is wrong', async () => {
    const held = await card()
    const right = {
      jti: randomBytes(16).toString('base64url'),
      response_mode: 'direct_post',
      amr: [{ knowledge: 'pattern' }, { inherence: 'face_device' }],
    }
    const paid = await pay(held, right)
    expect([paid.status, paid.answered]).toEqual([200, {}])
    const view = await expectValidated(paid.id)
    expect(view.observed.transactions).toMatchObject([{ confirmed_by: 'dc+sd-jwt', amr: ['knowledge', 'inherence'] }])
    const texts = { ...right, jti: randomBytes(16).toString('base64url'), amr: ['pin', 'face'] }
    const wrongs: [JsonObject, string][] = [
      [right, 'vp.sca.jti'],
      [texts, 'vp.sca.amr'],
    ]
    for (const [claims, check] of wrongs) {
      const wrong = await pay(held, claims)
      expect([wrong.status, wrong.answered.failed_checks]).toEqual([400, [check]])
    }
  })
})

/**
 * What a wallet passes to the library. It only knows requests with one signature, so it gets the payload itself of one
 * with several (OpenID4VP 1.0, A.3.2.2).
 */
function given({ request, ...parameters }: JsonObject): JsonObject {
  if (request === undefined) return parameters
  if (typeof request === 'string') return { request }
  const { payload } = request as unknown as { payload: string }
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

const through = ['openid4vp-v1-unsigned', 'openid4vp-v1-signed', 'openid4vp-v1-multisigned']

describe('a wallet of another maker behind a browser', () => {
  const start = async (body: JsonObject) => {
    const request = { presentation_channel: 'dc_api', dcql_query, ...body }
    const post = { method: 'POST', headers: json, body: JSON.stringify(request) }
    const created = await (await send(`${publicUrl}/openid4vp/sessions`, post)).json()
    const { digital } = await (await send(created.dc_api.request_url)).json()
    const [entry]: { protocol: string; data: JsonObject }[] = digital.requests
    if (entry === undefined) throw new Error('The request has no entry.')
    return { id: String(created.session_id), resultUrl: String(created.dc_api.result_url), entry }
  }
  const resolve = (data: JsonObject, origin: string) =>
    client.resolveOpenId4vpAuthorizationRequest({ authorizationRequestPayload: given(data), origin })

  it.each(
    through.flatMap((protocol) => [
      { protocol, mode: 'dc_api', options: { response_mode: 'direct_post', profile: 'openid4vp' } },
      { protocol, mode: 'dc_api.jwt', options: {} },
    ]),
  )('presents what the request asks for: $protocol, $mode', async ({ protocol, mode, options }) => {
    const { id, resultUrl, entry } = await start({ dc_api_protocols: [protocol], ...options })
    expect(entry.protocol).toBe(protocol)
    const { authorizationRequestPayload: request, client: verifier, jar } = await resolve(entry.data, publicUrl)
    const isSigned = protocol === 'openid4vp-v1-signed'
    expect([request.response_mode, verifier.prefix, jar?.signer.method]).toEqual(
      isSigned ? [mode, 'x509_hash', 'x5c'] : [mode, 'origin', undefined],
    )
    // The library would name the client of a signed request; the audience is the origin all the same (A.4, B.3.6).
    const { authorizationResponsePayload, jarm } = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      authorizationResponsePayload: { vp_token: { pid: [await present(request.nonce, `origin:${publicUrl}`)] } },
      origin: publicUrl,
      ...(mode === 'dc_api.jwt' ? encrypted() : {}),
    })
    const data = jarm === undefined ? authorizationResponsePayload : { response: jarm.responseJwt }
    const page = { origin: publicUrl, elapsed_ms: 5000, allows: {} }
    const result = { outcome: 'answer', protocol, data, page }
    const response = await send(resultUrl, { method: 'POST', headers: json, body: JSON.stringify(result) })
    expect([response.status, await response.json()]).toEqual([200, {}])
    expect((await expectValidated(id)).dc_api).toMatchObject({ answered_protocol: protocol })
  })

  it.each(through.slice(1))('finds another site’s origin in no request by %s', async (protocol) => {
    const { entry } = await start({ dc_api_protocols: [protocol] })
    await expect(resolve(entry.data, 'https://another.example')).rejects.toThrow('expected_origins')
  })
})
