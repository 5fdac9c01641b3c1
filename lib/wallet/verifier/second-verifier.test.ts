import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Jwk } from '@openid4vc/oauth2'
import { Openid4vpVerifier } from '@openid4vc/openid4vp'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { compactDecrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import type { SendHttp, WireRequest } from '../http/wire'
import { createKeyAttester } from '../issuer/credential/attester'
import { signJwt } from '../jose/jws'
import { generateKey } from '../jose/key'
import { createCredentialMaker } from '../testing/credential-maker'
import { holdCredential } from '../testing/presenting-wallet'
import { pidQuery } from '../testing/scripted-verifier'
import { runAtVerifier } from './run-at-verifier'

/** An independent verifier: it makes the request and reads the response. */
const signer = await createKeyAttester(Date.now())
const encryptionKey = generateKey()
const asJwk = (key: { publicJwk: { kty: 'EC'; crv: string; x: string; y: string } }): Jwk => ({ ...key.publicJwk })
const callbacks: ConstructorParameters<typeof Openid4vpVerifier>[0]['callbacks'] = {
  hash: (data, algorithm) => createHash(algorithm.replace('-', '')).update(data).digest(),
  signJwt: (_signer, { header, payload }) => ({
    jwt: signJwt({ header: { ...header }, claims: { ...payload }, key: signer.key }),
    signerJwk: asJwk(signer.key),
  }),
  verifyJwt: () => ({ verified: false }),
  encryptJwe: () => {
    throw new Error('not asked for')
  },
  decryptJwe: async (jwe) => {
    const { plaintext } = await compactDecrypt(jwe, encryptionKey.privateKey)
    return { decrypted: true, decryptionJwk: asJwk(encryptionKey), payload: Buffer.from(plaintext).toString('utf8') }
  },
  getX509CertificateMetadata: () => ({ sanDnsNames: [], sanUriNames: [] }),
}
const verifier = new Openid4vpVerifier({ callbacks })

const clientId = `x509_hash:${createHash('sha256').update(Buffer.from(signer.x5c[0]!, 'base64')).digest('base64url')}`
const requestUri = 'https://verifier.example/request'
const responseUri = 'https://verifier.example/response'

const held = await holdCredential(await createCredentialMaker(Date.now()))

describe('a verifier of another maker', () => {
  it.each([
    ['direct_post.jwt', 'by reference'],
    ['direct_post.jwt', 'by value'],
    ['direct_post', 'by reference'],
    ['direct_post', 'by value'],
  ] as const)(
    'makes a request that the wallet accepts, and reads the answer (%s, %s)',
    async (response_mode, delivery) => {
      const jwk = { ...encryptionKey.publicJwk, kid: 'k', use: 'enc', alg: 'ECDH-ES' }
      const created = await verifier.createOpenId4vpAuthorizationRequest({
        authorizationRequestPayload: {
          client_id: clientId,
          response_type: 'vp_token',
          response_mode,
          response_uri: responseUri,
          nonce: 'a-nonce-of-the-verifier',
          state: 'a-state',
          dcql_query: pidQuery,
          client_metadata: {
            vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
            ...(response_mode === 'direct_post.jwt'
              ? { jwks: { keys: [jwk] }, encrypted_response_enc_values_supported: ['A256GCM'] }
              : {}),
          },
        },
        jar: {
          jwtSigner: { method: 'x5c', alg: 'ES256', x5c: signer.x5c },
          expiresInSeconds: 300,
          ...(delivery === 'by reference' ? { requestUri } : {}),
          additionalJwtPayload: { aud: 'https://self-issued.me/v2' },
        },
      })
      const sent: WireRequest[] = []
      const http: SendHttp = async (request) => {
        sent.push(request)
        return request.url === requestUri
          ? {
              status: 200,
              headers: [['Content-Type', 'application/oauth-authz-req+jwt']],
              body: created.jar?.authorizationRequestJwt ?? '',
            }
          : { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' }
      }
      const run = await runAtVerifier({
        deeplink: created.authorizationRequest,
        credentials: [held],
        http,
        trustAnchors: [signer.rootPem],
      })
      expect(run).toMatchObject({ outcome: 'presented', reason: null })

      const parsed = await verifier.parseOpenid4vpAuthorizationResponse({
        authorizationResponse: Object.fromEntries(new URLSearchParams(sent.at(-1)!.body ?? '')),
        authorizationRequestPayload: created.authorizationRequestPayload,
        callbacks,
      })
      expect(parsed).toMatchObject({ type: 'dcql', expectedNonce: 'a-nonce-of-the-verifier' })
      expect(parsed.authorizationResponsePayload.state).toBe('a-state')
      if (parsed.type !== 'dcql') throw new Error('no response to the query')
      const [compact] = parsed.dcql.presentations.pid!
      await expectVerifies(String(compact))
    },
  )
})

/** Verifies the presentation with a third library: signatures, digests, key binding. */
async function expectVerifies(compact: string): Promise<void> {
  const check = (publicKey: Parameters<typeof createPublicKey>[0]) => async (data: string, signature: string) =>
    verify(
      'sha256',
      Buffer.from(data),
      { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  const [head = ''] = compact.split('.')
  const { x5c } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
  const library = new SDJwtVcInstance({
    verifier: check(`-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----`),
    kbVerifier: async (data, signature, payload) => {
      const jwk = payload.cnf?.jwk
      if (jwk === undefined) return false
      return check({ key: { ...jwk }, format: 'jwk' })(data, signature)
    },
    hashAlg: 'sha-256',
    hasher: async (data: string | ArrayBuffer) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
  })
  const { payload, kb } = await library.verify(compact, {
    requiredClaimKeys: ['family_name'],
    keyBindingNonce: 'a-nonce-of-the-verifier',
  })
  expect(payload).toMatchObject({ vct: 'urn:eudi:pid:1', family_name: 'Fabbri' })
  expect(payload).not.toHaveProperty('birth_family_name')
  expect(kb?.payload).toMatchObject({ aud: clientId, nonce: 'a-nonce-of-the-verifier' })
}
