import { exampleNames, type OperationExample } from './operation-example'
import { credentialOfferOf } from './session-examples'

const { issuer, credential, presentation, offer } = exampleNames

const laboratory = 'T3WqKx0pSgyV1m6h9bRZ2A'
const redirectUri = 'https://wallet.example/callback'
const verifierDid = 'did:web:capture.example:openid4vp:verifier'
const clientId = 'quillfern-wallet'
const requestUri = 'urn:ietf:params:oauth:request_uri:u1iZ0fYyqQ4Bz3Kq0oXo5W2m8sT7aLrC'
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const nonce = 'gM4wGQ2rVnXb7dTq0sJkYp'
const dpop = { DPoP: 'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2Ii…' }
const withToken = { Authorization: 'DPoP 6UfBzQ0mWk9tYbX3…', ...dpop }

/** Examples of calls by a wallet and its browser during issuance. */
export function issuanceExamples(base: string) {
  const at = `/issuers/${issuer}`
  const chained = `/authorization-servers/${issuer}`
  const callback = `${base}${at}/redirect`
  const state = 'n4oGjMEQnkGz6AExBMvQxA'
  return {
    getCredentialOffer: { target: `${at}/offers/${offer}`, status: 200, answer: credentialOfferOf(base) },
    pushAuthorizationRequest: {
      target: `${at}/par`,
      headers: dpop,
      form: {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'eu.europa.ec.eudi.pid.1',
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        issuer_state: 'q9w1zqkR1c8bS0mYxv3TgQ',
      },
      status: 201,
      answer: { request_uri: requestUri, expires_in: 60 },
    },
    requestAttestationChallenge: {
      target: `${at}/challenge`,
      status: 200,
      answer: { attestation_challenge: 'J3vYp0bq7tWcKx2m' },
    },
    authorize: {
      target: `${at}/authorize?client_id=${clientId}&request_uri=${encodeURIComponent(requestUri)}`,
      status: 302,
      answerHeaders: { Location: `${base}${chained}/authorize?…` },
    },
    returnFromChained: {
      target: `${at}/redirect?state=${state}&code=SplxlOBeZQQYbYS6WxSbIA`,
      status: 302,
      answerHeaders: { Location: `${redirectUri}?code=Yzk5ZDNiODAt…&iss=${encodeURIComponent(`${base}${at}`)}` },
    },
    authorizeChained: {
      target: `${chained}/authorize?response_type=code&client_id=issuer&redirect_uri=${encodeURIComponent(callback)}&scope=pid&state=${state}&code_challenge=${codeChallenge}&code_challenge_method=S256`,
      status: 302,
      answerHeaders: { Location: `${callback}?code=SplxlOBeZQQYbYS6WxSbIA&state=${state}` },
    },
    requestChainedToken: {
      target: `${chained}/token`,
      form: {
        grant_type: 'authorization_code',
        code: 'SplxlOBeZQQYbYS6WxSbIA',
        code_verifier: codeVerifier,
        redirect_uri: callback,
        client_id: 'issuer',
        client_secret: '7Fjfp0ZBr1KtDRbnfVdmIw',
      },
      status: 200,
      answer: { access_token: '2YotnFZFEjr1zCsicMWpAA', token_type: 'Bearer', expires_in: 60 },
    },
    requestToken: {
      target: `${at}/token`,
      headers: dpop,
      form: {
        grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        'pre-authorized_code': 'FZ1w0nRZC2bO4d9kqf3Wm7yX0VqKJrPq6nTtM5hQe8s',
      },
      status: 200,
      answer: {
        access_token: '6UfBzQ0mWk9tYbX3…',
        token_type: 'DPoP',
        expires_in: 300,
        c_nonce: nonce,
        c_nonce_expires_in: 300,
      },
    },
    requestNonce: { target: `${at}/nonce`, status: 200, answer: { c_nonce: nonce } },
    requestCredential: {
      target: `${at}/credential`,
      headers: withToken,
      json: { credential_configuration_id: credential, proofs: { jwt: ['eyJ0eXAiOiJvcGVuaWQ0dmNpLXByb29m…'] } },
      status: 200,
      answer: {
        credentials: [{ credential: 'eyJ0eXAiOiJkYytzZC1qd3QiLCJhbGci…' }],
        notification_id: 'b0c1f6a8-2f6d-4a3e-9c57-6f2d1e8b7a40',
      },
    },
    requestDeferredCredential: {
      target: '/lab/Xk2v8nQm4pR7sT1uW3yZ5a/deferred',
      headers: withToken,
      json: { transaction_id: '8xLOxBtZp8qk3vWm5yTn2rDc7sGh1jLe9uQa4wXf6zB' },
      status: 202,
      answer: { transaction_id: '8xLOxBtZp8qk3vWm5yTn2rDc7sGh1jLe9uQa4wXf6zB', interval: 5 },
    },
    sendNotification: {
      target: `${at}/notification`,
      headers: withToken,
      json: { notification_id: 'b0c1f6a8-2f6d-4a3e-9c57-6f2d1e8b7a40', event: 'credential_accepted' },
      status: 204,
    },
    getStatusList: {
      target: '/lab/kq3vXb0Zt5y9mWc2Lr8Hng/status/1',
      headers: { Accept: 'application/statuslist+jwt' },
      status: 200,
      mediaType: 'application/statuslist+jwt',
      answer: 'eyJ0eXAiOiJzdGF0dXNsaXN0K2p3dCIsImFsZyI6IkVTMjU2…',
    },
    getWalletUnitList: {
      target: '/lab/kq3vXb0Zt5y9mWc2Lr8Hng/wallet-units/1',
      status: 200,
      mediaType: 'application/statuslist+jwt',
      answer: 'eyJ0eXAiOiJzdGF0dXNsaXN0K2p3dCIsImFsZyI6IkVTMjU2…',
    },
  } as const satisfies Record<string, OperationExample>
}

/** Examples of calls by a wallet and its browser during presentation. */
export function presentationExamples() {
  const at = `/openid4vp/sessions/${presentation}`
  const requestObject = {
    status: 200,
    mediaType: 'application/oauth-authz-req+jwt',
    answer: 'eyJ0eXAiOiJvYXV0aC1hdXRoei1yZXErand0IiwiYWxnIjoiRVMyNTYi…',
  } as const
  const accepted = { status: 200, answer: {} } as const
  return {
    getRequestObject: { target: `${at}/request`, ...requestObject },
    postRequestObject: {
      target: `${at}/request`,
      form: { wallet_nonce: 'qPmxiNFCR3QTm19POc8u', wallet_metadata: '{"vp_formats_supported":{"dc+sd-jwt":{}}}' },
      ...requestObject,
    },
    getBrowserRequest: {
      target: `${at}/dc-api`,
      status: 200,
      answer: {
        digital: {
          requests: [
            {
              protocol: 'openid4vp-v1-signed',
              data: { request: 'eyJ0eXAiOiJvYXV0aC1hdXRoei1yZXErand0IiwiYWxnIjoiRVMyNTYi…' },
            },
          ],
        },
        mediation: 'required',
      },
    },
    getPresentState: {
      target: `/present/${presentation}/state`,
      status: 200,
      answer: { ended: false, next_page: null },
    },
    sendBrowserResult: {
      target: `${at}/dc-api/result`,
      json: {
        outcome: 'answer',
        protocol: 'openid4vp-v1-signed',
        data: { response: 'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSIs…' },
        page: { origin: 'https://capture.example', elapsed_ms: 8400, allows: { 'openid4vp-v1-signed': true } },
      },
      status: 200,
      answer: {},
    },
    sendPresentationResponse: {
      target: `${at}/response`,
      form: { response: 'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSIs…' },
      ...accepted,
    },
    completePresentation: {
      target: `${at}/complete?response_code=091535f699ea575c7937fa5f0f454aee`,
      status: 200,
      mediaType: 'text/html',
    },
    visitRedirect: {
      target: '/openid4vp/redirect?response_code=091535f699ea575c7937fa',
      status: 200,
      mediaType: 'text/html',
    },
    sendPresentationResponseByState: {
      target: '/openid4vp/response',
      form: { state: 'af0ifjsldkj', vp_token: '{"pid":["eyJhbGciOiJFUzI1NiIs…"]}' },
      ...accepted,
    },
  } as const satisfies Record<string, OperationExample>
}

/** Examples of documents and keys that a wallet reads first. */
export function metadataExamples(base: string) {
  const identifier = `${base}/issuers/${issuer}`
  const chained = `${base}/authorization-servers/${issuer}`
  const wellKnown = (document: string) => `/.well-known/${document}/issuers/${issuer}`
  const keys = {
    keys: [
      { kty: 'EC', crv: 'P-256', kid: 'mB1sQ0', alg: 'ES256', use: 'sig', x: 'f83OJ3D2xF1Bg8…', y: 'x_FEzRu9m36HLN…' },
    ],
  }
  const server = {
    scopes_supported: ['eu.europa.ec.eudi.pid.1'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
  return {
    listIssuers: {
      target: '/issuers',
      status: 200,
      answer: [
        {
          id: issuer,
          compliance: 'eudi-pid-device-bound',
          credential_issuer: identifier,
          credential_issuer_metadata: `${base}${wellKnown('openid-credential-issuer')}`,
          authorization_server_metadata: `${base}${wellKnown('oauth-authorization-server')}`,
          upstream_authorization_server: chained,
          name: 'EU PID, device-bound keys',
          description: 'Issues a test PID to keys that a key attestation vouches for.',
          credential_configuration_ids: [credential],
        },
      ],
    },
    getIssuerMetadata: {
      target: wellKnown('openid-credential-issuer'),
      status: 200,
      answer: {
        credential_issuer: identifier,
        credential_endpoint: `${identifier}/credential`,
        nonce_endpoint: `${identifier}/nonce`,
        display: [{ name: 'Wallet Capture test PID issuer', locale: 'en' }],
        credential_configurations_supported: {
          [credential]: {
            format: 'dc+sd-jwt',
            scope: 'eu.europa.ec.eudi.pid.1',
            cryptographic_binding_methods_supported: ['jwk'],
            credential_signing_alg_values_supported: ['ES256'],
            proof_types_supported: {
              jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} },
            },
            credential_metadata: {
              display: [{ name: 'PID (test)', locale: 'en' }],
              claims: [{ path: ['family_name'], mandatory: true, display: [{ name: 'Family name', locale: 'en' }] }],
            },
          },
        },
      },
    },
    getAuthorizationServerMetadata: {
      target: wellKnown('oauth-authorization-server'),
      status: 200,
      answer: {
        issuer: identifier,
        authorization_endpoint: `${identifier}/authorize`,
        token_endpoint: `${identifier}/token`,
        pushed_authorization_request_endpoint: `${identifier}/par`,
        grant_types_supported: ['authorization_code', 'urn:ietf:params:oauth:grant-type:pre-authorized_code'],
        token_endpoint_auth_methods_supported: ['none', 'attest_jwt_client_auth'],
        dpop_signing_alg_values_supported: ['ES256'],
        ...server,
      },
    },
    getChainedServerMetadata: {
      target: `/.well-known/oauth-authorization-server/authorization-servers/${issuer}`,
      status: 200,
      answer: {
        issuer: chained,
        authorization_endpoint: `${chained}/authorize`,
        token_endpoint: `${chained}/token`,
        grant_types_supported: ['authorization_code'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...server,
      },
    },
    getJwtVcIssuerMetadata: {
      target: wellKnown('jwt-vc-issuer'),
      status: 200,
      answer: { issuer: identifier, jwks_uri: `${identifier}/credential-jwks.json` },
    },
    getVerifierDid: {
      target: '/openid4vp/verifier/did.json',
      status: 200,
      answer: {
        id: verifierDid,
        verificationMethod: [
          {
            id: `${verifierDid}#key`,
            type: 'JsonWebKey2020',
            controller: verifierDid,
            publicJwk: { kty: 'EC', crv: 'P-256' },
          },
        ],
      },
    },
    getVerifierDidOfPeer: {
      target: '/openid4vp/did.json',
      status: 200,
      answer: { id: verifierDid, verificationMethod: [] },
    },
    getVerifierKeys: { target: '/openid4vp/verifier/jwks.json', status: 200, answer: keys },
    getAttestationKeys: { target: '/verifier-attestations/jwks.json', status: 200, answer: keys },
    getAuthorizationServerKeys: { target: `/issuers/${issuer}/jwks.json`, status: 200, answer: keys },
    getCredentialKeys: { target: `/issuers/${issuer}/credential-jwks.json`, status: 200, answer: keys },
    getTypeMetadata: {
      target: `/lab/${laboratory}/types/1`,
      status: 200,
      answer: {
        vct: `${base}/lab/${laboratory}/types/1`,
        name: 'Diploma',
        display: [{ lang: 'en', locale: 'en', name: 'Diploma' }],
        claims: [
          {
            path: ['degree'],
            display: [{ lang: 'en', locale: 'en', label: 'Degree' }],
            mandatory: true,
            sd: 'always',
          },
        ],
      },
    },
    getTrustAnchor: { target: `/issuers/${issuer}/trust-anchor.pem`, ...pem },
    getLogoPng: { target: `/issuers/${issuer}/logo.png`, status: 200, mediaType: 'image/png' },
    getLogoSvg: { target: `/issuers/${issuer}/logo.svg`, status: 200, mediaType: 'image/svg+xml' },
  } as const satisfies Record<string, OperationExample>
}

/** A certificate as PEM. */
export const pem = {
  status: 200,
  mediaType: 'application/x-pem-file',
  answer: '-----BEGIN CERTIFICATE-----\nMIIBrDCCAVOgAwIBAgIU…\n-----END CERTIFICATE-----\n',
} as const
