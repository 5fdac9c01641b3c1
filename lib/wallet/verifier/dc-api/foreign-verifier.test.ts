import { createHash } from 'node:crypto'
import type { CallbackContext } from '@openid4vc/oauth2'
import { Openid4vpVerifier } from '@openid4vc/openid4vp'
import { describe, expect, it } from 'vitest'
import { decryptJwe } from '../../jose/jwe'
import { readJws, signJwt } from '../../jose/jws'
import { generateKey } from '../../jose/key'
import { isObject } from '../../json'
import { clientIdOf, createBrowserVerifier } from '../../testing/browser-requests'
import { createCredentialMaker } from '../../testing/credential-maker'
import { holdCredential } from '../../testing/presenting-wallet'
import { pidQuery } from '../../testing/scripted-verifier'
import { answerBrowserRequest } from './answer-browser-request'

const origin = 'https://verifier.example'
const nowMillis = Date.now()
const { attesters } = await createBrowserVerifier({ origin, nowMillis })
const [{ key: signingKey, x5c }] = attesters
const key = generateKey()
const held = await holdCredential(await createCredentialMaker(nowMillis))

const callbacks = {
  hash: (data: Uint8Array, algorithm: string) => createHash(algorithm.replace('-', '')).update(data).digest(),
  signJwt: (_signer, { header, payload }) => ({
    jwt: signJwt({ header, claims: payload, key: signingKey }),
    signerJwk: { ...signingKey.publicJwk },
  }),
  verifyJwt: () => ({ verified: false }),
  encryptJwe: () => {
    throw new Error('not asked for')
  },
  decryptJwe: (jwe) => {
    const opened = decryptJwe(jwe, key)
    return opened === null
      ? { decrypted: false }
      : { decrypted: true, payload: opened.plaintext, decryptionJwk: { ...key.publicJwk } }
  },
} satisfies Partial<CallbackContext>

const library = new Openid4vpVerifier({ callbacks: callbacks as unknown as CallbackContext })
const jwtSigner = { method: 'x5c' as const, alg: 'ES256', x5c: [...x5c] }

const parameters = (response_mode: 'dc_api' | 'dc_api.jwt') => ({
  response_type: 'vp_token' as const,
  response_mode,
  nonce: 'of-an-independent-verifier',
  dcql_query: pidQuery,
  client_metadata: {
    jwks: { keys: [{ ...key.publicJwk, kid: 'one', use: 'enc', alg: 'ECDH-ES' }] },
    vp_formats_supported: { 'dc+sd-jwt': {} },
  },
})

describe('an independent verifier library of OpenID4VP', () => {
  it.each(['dc_api', 'dc_api.jwt'] as const)('reads the response to its unsigned request (%s)', async (mode) => {
    const { authorizationRequestPayload: payload } = await library.createOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: parameters(mode),
    })
    const entry = { protocol: 'openid4vp-v1-unsigned', data: payload }
    await expectTaken(entry, payload)
  })

  it('reads the response to the request that it has signed', async () => {
    const { authorizationRequestPayload: payload, jar } = await library.createOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: {
        ...parameters('dc_api.jwt'),
        client_id: clientIdOf(attesters[0]),
        expected_origins: [origin],
      },
      jar: { jwtSigner, expiresInSeconds: 60, additionalJwtPayload: { aud: 'https://self-issued.me/v2' } },
    })
    const request = jar?.authorizationRequestJwt
    await expectTaken({ protocol: 'openid4vp-v1-signed', data: { request } }, payload)
    const replayed = await answerBrowserRequest({
      digital: { requests: [{ protocol: 'openid4vp-v1-signed', data: { request } }] },
      origin: 'https://another.example',
      credentials: [held],
    })
    expect(replayed).toMatchObject({ data: { error: 'invalid_request' } })
  })
})

type Payload = Parameters<Openid4vpVerifier['parseOpenid4vpAuthorizationResponse']>[0]['authorizationRequestPayload']

/** The library finds the presentation in the response, bound to the origin and its nonce. */
async function expectTaken(entry: object, authorizationRequestPayload: Payload): Promise<void> {
  const answer = await answerBrowserRequest({ digital: { requests: [entry] }, origin, credentials: [held] })
  if ('refusal' in answer || !isObject(answer.data)) throw new Error('no response')
  const parsed = await library.parseOpenid4vpAuthorizationResponse({
    authorizationResponse: answer.data,
    authorizationRequestPayload,
    origin,
    callbacks: callbacks as unknown as CallbackContext,
  })
  const presentations = parsed.type === 'dcql' ? parsed.dcql.presentations : {}
  const [compact] = presentations.pid ?? []
  expect(readJws(String(compact).split('~').at(-1) ?? '')?.claims).toMatchObject({
    aud: `origin:${origin}`,
    nonce: parsed.expectedNonce,
  })
}
