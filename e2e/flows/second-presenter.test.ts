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

/** The credential with the requested claims, and the proof that this wallet holds its key. */
function present(nonce: string, aud: string): Promise<string> {
  const library = new SDJwtVcInstance({
    hasher: (data, algorithm) =>
      createHash(algorithm.replace('-', ''))
        .update(typeof data === 'string' ? data : new Uint8Array(data))
        .digest(),
    kbSignAlg: 'ES256',
    kbSigner: (data) => {
      const key = { key: holderKeyOf(credential).privateKey, dsaEncoding: 'ieee-p1363' } as const
      return sign('sha256', Buffer.from(data), key).toString('base64url')
    },
  })
  return library.present(
    credential.raw,
    { family_name: true },
    { kb: { payload: { iat: Math.floor(Date.now() / 1000), aud, nonce } } },
  )
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

const json = { 'Content-Type': 'application/json' }
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
