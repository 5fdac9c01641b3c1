import { z } from 'zod'
import { zCredentialOffer } from '@/lib/core/issuer/read/credential-offer'
import { notificationEvents } from '@/lib/core/issuer/read/notification'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { contractGroup } from './contract-entry'
import { error, json } from './z-common'

/** Marks our extensions in the API description. */
const ours = { 'x-extension': true } as const

const zTokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('DPoP'),
    expires_in: z.int(),
    c_nonce: z.string(),
    c_nonce_expires_in: z.int(),
    scope: z
      .string()
      .optional()
      .meta({ ...ours, description: 'If the session is for a single one. RFC 6749 section 5.1' }),
  })
  .meta({ id: 'TokenResponse' })

/** An issuer of one session sends a `c_nonce` only on request. */
const zTokenResponseOfLaboratory = zTokenResponse
  .partial({ c_nonce: true, c_nonce_expires_in: true })
  .extend({
    refresh_token: z.string().optional().meta({ description: 'If the issuer gives any. RFC 6749 section 5.1' }),
    authorization_details: z
      .array(
        z.object({
          type: z.literal('openid_credential'),
          credential_configuration_id: z.string(),
          credential_identifiers: z.array(z.string()).min(1),
        }),
      )
      .optional()
      .meta({ description: 'What the credential requests have to name. OpenID4VCI 1.0 section 6.2' }),
  })
  .meta({ id: 'TokenResponseOfLaboratory', ...ours })

const zPreAuthorizedTokenRequest = z
  .looseObject({
    grant_type: z.literal('urn:ietf:params:oauth:grant-type:pre-authorized_code'),
    'pre-authorized_code': z.string(),
    tx_code: z.string().optional(),
    client_id: z.string().optional().meta(ours),
  })
  .meta({ id: 'PreAuthorizedCodeTokenRequest' })

const zAuthorizationCodeTokenRequest = z
  .looseObject({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    code_verifier: z.string(),
    redirect_uri: z.url(),
    client_id: z.string().optional(),
  })
  .meta({ id: 'AuthorizationCodeTokenRequest' })

const zRefreshTokenRequest = z
  .looseObject({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
  })
  .meta({
    id: 'RefreshTokenRequest',
    description: 'Where the issuer gives refresh tokens. RFC 6749 section 6',
    ...ours,
  })

const zTokenRequest = z.union([zPreAuthorizedTokenRequest, zAuthorizationCodeTokenRequest]).meta({ id: 'TokenRequest' })

const zPushedAuthorizationRequest = z
  .looseObject({
    response_type: z.literal('code'),
    client_id: z.string(),
    redirect_uri: z.url(),
    scope: z.string(),
    code_challenge: z.string(),
    code_challenge_method: z.literal('S256'),
    issuer_state: z.string().optional(),
    state: z.string().optional(),
  })
  .meta({ id: 'PushedAuthorizationRequest' })

const zAuthorizationDetails = z.string().optional().meta({
  description: 'A JSON array of what the wallet wants, each of type openid_credential. OpenID4VCI 1.0 section 5.1.1',
})

/** An issuer of one session accepts `authorization_details` too, or instead of a scope. */
const zPushedAuthorizationRequestOfLaboratory = zPushedAuthorizationRequest
  .partial({ scope: true })
  .extend({ authorization_details: zAuthorizationDetails })
  .meta({ id: 'PushedAuthorizationRequestOfLaboratory', ...ours })

/** Where the laboratory takes request objects. RFC9126-3 */
const zPushedRequestObject = z
  .looseObject({
    request: z.string().meta({ description: 'A signed JWT whose claims are the parameters. RFC 9126 section 3' }),
    client_id: z.string().optional(),
  })
  .meta({ id: 'PushedRequestObject', ...ours })

const zTokenRequestOfLaboratory = z
  .union([
    zPreAuthorizedTokenRequest
      .extend({ authorization_details: zAuthorizationDetails })
      .meta({ id: 'PreAuthorizedCodeTokenRequestOfLaboratory', ...ours }),
    zAuthorizationCodeTokenRequest
      .extend({ authorization_details: zAuthorizationDetails })
      .meta({ id: 'AuthorizationCodeTokenRequestOfLaboratory', ...ours }),
    zRefreshTokenRequest,
  ])
  .meta({ id: 'TokenRequestOfLaboratory', ...ours })

const zPushedAuthorizationResponse = z
  .object({ request_uri: z.string(), expires_in: z.int() })
  .meta({ id: 'PushedAuthorizationResponse' })

const zChainedTokenRequest = z
  .looseObject({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    code_verifier: z.string(),
    redirect_uri: z.url(),
    client_id: z.string(),
    client_secret: z.string().meta({ format: 'password' }),
  })
  .meta({ id: 'ChainedTokenRequest' })

const zChainedTokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    scope: z.string().optional(),
  })
  .meta({ id: 'ChainedTokenResponse' })

const zCredentialRequest = z
  .looseObject({
    credential_configuration_id: z.string(),
    proofs: z.union([
      z.strictObject({ jwt: z.array(z.string()).length(1) }),
      z.strictObject({ attestation: z.array(z.string()).length(1) }),
    ]),
    credential_response_encryption: z
      .looseObject({ jwk: z.looseObject({}), enc: z.string() })
      .optional()
      .meta({ description: 'How to encrypt the response; only inside an encrypted request.' }),
  })
  .meta({ id: 'CredentialRequest' })

/**
 * An issuer of one session may accept several proofs, or none for an unbound credential, and a credential identifier
 * from its token response.
 */
const zCredentialRequestOfLaboratory = zCredentialRequest
  .partial({ credential_configuration_id: true, proofs: true })
  .extend({
    credential_identifier: z.string().optional().meta({
      description: 'One of the token response, instead of credential_configuration_id. OpenID4VCI 1.0 section 8.2',
    }),
    proofs: z
      .union([
        z.strictObject({
          jwt: z
            .array(z.string())
            .min(1)
            .max(100)
            .meta({ description: 'One, or as many as batch_size allows. OpenID4VCI 1.0 section 12.2.4' }),
        }),
        z.strictObject({ attestation: z.array(z.string()).length(1) }),
      ])
      .optional(),
  })
  .meta({ id: 'CredentialRequestOfLaboratory', ...ours })

const zCredentialResponse = z
  .object({
    credentials: z.array(z.object({ credential: z.string() })),
    notification_id: z
      .string()
      .optional()
      .meta({ ...ours, description: 'For the notification endpoint.' }),
  })
  .meta({ id: 'CredentialResponse' })

/** Sent instead of credentials that are not issued yet. OID4VCI-1FINAL-8.3 */
const zDeferral = z
  .object({ transaction_id: z.string(), interval: z.int() })
  .meta({ id: 'CredentialDeferral', ...ours })

const zDeferredCredentialRequest = z
  .looseObject({
    transaction_id: z.string(),
    credential_response_encryption: z
      .looseObject({ jwk: z.looseObject({}), enc: z.string() })
      .optional()
      .meta({ description: 'How to encrypt the response; only inside an encrypted request.' }),
  })
  .meta({ id: 'DeferredCredentialRequest' })

const dpopProof = {
  DPoP: { description: 'DPoP proof for this request (RFC 9449, section 4.2)', required: true },
} as const
/** RFC 9449 section 10.1; optional per installation. */
const dpopProofAtPar = { DPoP: { ...dpopProof.DPoP, required: 'parRequireDpop' } } as const
/** RFC9449-8, RFC9449-9 */
const dpopNonce = { 'DPoP-Nonce': 'Nonce for the next DPoP proof (RFC 9449, section 8)' }
const challenges = {
  ...dpopNonce,
  'OAuth-Client-Attestation-Challenge': 'Challenge for the next proof of the wallet attestation',
}
const attestationHeaders = {
  'OAuth-Client-Attestation': {
    description: 'Wallet attestation, where the client has one',
    required: false,
    extension: true,
  },
  'OAuth-Client-Attestation-PoP': { description: 'Proof of possession of its key', required: false, extension: true },
} as const

const zNotificationRequest = z
  .looseObject({
    notification_id: z.string(),
    event: z.enum(notificationEvents),
    event_description: z.string().optional(),
  })
  .meta({ id: 'NotificationRequest' })

const refusals = { 400: error, 404: error, 413: error, 429: error, 503: error }
const redirect = { 302: {}, 400: error, 404: error, 429: error, 503: error }
const common = {
  recorded: true,
  origin: 'wallet',
  area: 'wallet',
  underIssuer: true,
  bodyBytesMax: bodyBytesMax.issuance,
  cors: true,
  anyHost: true,
} as const
/** Called by the browser, not the wallet. */
const browser = { ...common, origin: 'user_agent', method: 'GET', head: false, auth: 'none', bodyBytesMax: 0 } as const

export const issuerContract = contractGroup({
  getCredentialOffer: {
    ...common,
    method: 'GET',
    head: false,
    path: '/issuers/{issuerConfigurationId}/offers/{credentialOfferId}',
    labPath: '/lab/{labId}/offers/{credentialOfferId}',
    doorPath: '/d/{doorId}/offer',
    summary: 'The hosted credential offer',
    auth: 'none',
    bodyBytesMax: 0,
    replies: { 200: json(zCredentialOffer), 404: error, 429: error, 503: error },
  },
  pushAuthorizationRequest: {
    ...common,
    method: 'POST',
    path: '/issuers/{issuerConfigurationId}/par',
    labPath: '/lab/{labId}/par',
    renderedPaths: ['/lab/{labId}/as/par'],
    summary: 'Pushed authorization request endpoint',
    auth: 'none',
    bodyBytesMax: bodyBytesMax.pushedAuthorization,
    request: { 'application/x-www-form-urlencoded': zPushedAuthorizationRequest },
    labRequest: {
      'application/x-www-form-urlencoded': z.union([zPushedAuthorizationRequestOfLaboratory, zPushedRequestObject]),
    },
    requestHeaders: { ...dpopProofAtPar, ...attestationHeaders },
    replies: { 201: json(zPushedAuthorizationResponse), ...refusals, 507: error },
    replyHeaders: { 201: dpopNonce, 400: challenges },
  },
  requestAttestationChallenge: {
    ...common,
    method: 'POST',
    path: '/issuers/{issuerConfigurationId}/challenge',
    labPath: '/lab/{labId}/challenge',
    renderedPaths: ['/lab/{labId}/as/challenge'],
    summary: 'Challenge for the proof of possession of a wallet attestation',
    extension: true,
    auth: 'none',
    replies: {
      200: json(z.object({ attestation_challenge: z.string() })),
      404: error,
      413: error,
      429: error,
      503: error,
    },
  },
  authorize: {
    ...browser,
    alsoForm: true,
    path: '/issuers/{issuerConfigurationId}/authorize',
    labPath: '/lab/{labId}/authorize',
    renderedPaths: ['/lab/{labId}/as/authorize'],
    summary: 'Authorization endpoint: redirects the browser to the chained server; takes a form by POST as well',
    query: {
      client_id: { description: 'The client that pushed the request', required: true },
      request_uri: { description: 'The request_uri from the PAR response', required: true },
    },
    replies: redirect,
  },
  returnFromChained: {
    ...browser,
    path: '/issuers/{issuerConfigurationId}/redirect',
    labPath: '/lab/{labId}/redirect',
    summary:
      'Receives the browser from the chained server and redirects it to the wallet; 200 is a page that shows an unknown web ' +
      'address before the user goes there, unless LEAVING_PAGE is off',
    query: {
      state: { description: 'As sent to the chained server', required: true },
      code: { description: 'Code from the chained server; absent if it refused', required: false },
      iss: { description: 'The issuer of the response (RFC 9207)', required: false },
      error: { description: 'Why the chained server refused', required: false },
    },
    replies: { ...redirect, 200: { 'text/html': z.string() } },
    replyHeaders: { 200: { 'Content-Security-Policy': 'The page loads nothing and runs nothing' } },
  },
  authorizeChained: {
    ...browser,
    path: '/authorization-servers/{issuerConfigurationId}/authorize',
    labPath: '/lab/{labId}/upstream/authorize',
    summary: 'Authorization endpoint of the auto-approving server',
    query: {
      response_type: { description: 'How to respond', required: true, schema: z.literal('code') },
      client_id: { description: 'The issuer as a client', required: true },
      redirect_uri: { description: 'The redirect endpoint of the issuer', required: true },
      scope: { description: 'The one scope of this server', required: true },
      state: { description: 'Returned with the code', required: true },
      code_challenge: { description: 'Hash of the verifier (RFC 7636)', required: true },
      code_challenge_method: { description: 'How it was derived', required: true, schema: z.literal('S256') },
    },
    replies: redirect,
  },
  requestChainedToken: {
    ...common,
    method: 'POST',
    path: '/authorization-servers/{issuerConfigurationId}/token',
    labPath: '/lab/{labId}/upstream/token',
    summary: 'Token endpoint of the auto-approving server',
    auth: 'none',
    request: { 'application/x-www-form-urlencoded': zChainedTokenRequest },
    replies: { 200: json(zChainedTokenResponse), 401: error, ...refusals },
  },
  requestToken: {
    ...common,
    method: 'POST',
    path: '/issuers/{issuerConfigurationId}/token',
    labPath: '/lab/{labId}/token',
    renderedPaths: ['/lab/{labId}/as/token'],
    summary: 'Token endpoint',
    auth: 'none',
    request: { 'application/x-www-form-urlencoded': zTokenRequest },
    labRequest: { 'application/x-www-form-urlencoded': zTokenRequestOfLaboratory },
    requestHeaders: { ...dpopProof, ...attestationHeaders },
    replies: { 200: json(zTokenResponse), 401: error, ...refusals },
    labReplies: { 200: json(zTokenResponseOfLaboratory) },
    replyHeaders: { 200: dpopNonce, 400: challenges },
  },
  requestNonce: {
    ...common,
    method: 'POST',
    path: '/issuers/{issuerConfigurationId}/nonce',
    labPath: '/lab/{labId}/nonce',
    secondLabPath: '/lab/{labId}/v2/nonce',
    summary: 'Nonce endpoint',
    auth: 'none',
    replies: { 200: json(z.object({ c_nonce: z.string() })), 404: error, 413: error, 429: error, 503: error },
    replyHeaders: { 200: dpopNonce },
  },
  requestCredential: {
    ...common,
    method: 'POST',
    path: '/issuers/{issuerConfigurationId}/credential',
    labPath: '/lab/{labId}/credential',
    secondLabPath: '/lab/{labId}/v2/credential',
    summary: 'Credential endpoint',
    auth: 'dpop',
    request: { ...json(zCredentialRequest), 'application/jwt': z.string() },
    labRequest: { ...json(zCredentialRequestOfLaboratory), 'application/jwt': z.string() },
    requestHeaders: dpopProof,
    replies: { 200: { ...json(zCredentialResponse), 'application/jwt': z.string() }, 401: error, ...refusals },
    labReplies: { 202: { ...json(zDeferral), 'application/jwt': z.string() } },
    replyHeaders: { 200: dpopNonce, 202: dpopNonce, 401: dpopNonce },
  },
  requestDeferredCredential: {
    ...common,
    method: 'POST',
    path: '/lab/{labId}/deferred',
    summary: 'Deferred credential endpoint, of laboratories that defer alone',
    extension: true,
    auth: 'dpop',
    request: { ...json(zDeferredCredentialRequest), 'application/jwt': z.string() },
    requestHeaders: dpopProof,
    replies: {
      200: { ...json(zCredentialResponse), 'application/jwt': z.string() },
      202: { ...json(zDeferral), 'application/jwt': z.string() },
      401: error,
      ...refusals,
    },
    replyHeaders: { 200: dpopNonce, 202: dpopNonce, 401: dpopNonce },
  },
  sendNotification: {
    ...common,
    method: 'POST',
    path: '/issuers/{issuerConfigurationId}/notification',
    labPath: '/lab/{labId}/notification',
    secondLabPath: '/lab/{labId}/v2/notification',
    summary: 'Notification endpoint: what happened to a credential',
    extension: true,
    auth: 'dpop',
    request: json(zNotificationRequest),
    requestHeaders: dpopProof,
    replies: { 204: {}, 401: error, ...refusals },
    replyHeaders: { 204: dpopNonce, 401: dpopNonce },
  },
  getStatusList: {
    ...common,
    method: 'GET',
    path: '/lab/{labId}/status/{statusListId}',
    summary: 'The status list that credentials of a session refer to: 1 for SD-JWT VC, 2 for mdoc',
    extension: true,
    auth: 'none',
    bodyBytesMax: 0,
    replies: {
      200: { 'application/statuslist+jwt': z.string(), 'application/statuslist+cwt': z.string() },
      404: error,
      429: error,
      503: error,
    },
  },
  getWalletUnitList: {
    ...common,
    method: 'GET',
    path: '/lab/{labId}/wallet-units/{walletUnitListId}',
    summary: 'A status list for wallet units without a provider: 1 for wallet attestations, 2 for key attestations',
    extension: true,
    auth: 'none',
    bodyBytesMax: 0,
    replies: { 200: { 'application/statuslist+jwt': z.string() }, 404: error, 503: error },
  },
})
