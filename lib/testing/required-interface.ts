/**
 * The required interface as a table: name → kind of value. A name ends in `?` if it is optional. Our own members,
 * parameters and operations are left out, because the OpenAPI document marks them.
 */
export type Members = Readonly<Record<string, string>>

const issuerIds = '"eu-pid-device-bound" | "eu-pid-jwt-proof-only"'
const flows = '"pre_authorized_code" | "authorization_code"'
const offerModes = '"credential_offer" | "credential_offer_uri"'

/** Members of each message. */
export const messages: Readonly<Record<string, Members>> = {
  Health: { status: '"ok"' },
  Error: { error: 'string', 'error_description?': 'string', 'message?': 'string' },
  Jwks: { keys: 'array of object' },
  Event: { at: 'string (date-time)', type: 'string', detail: 'object' },
  IssuerCatalogueEntry: {
    id: 'string',
    compliance: 'string',
    credential_issuer: 'string (uri)',
    credential_issuer_metadata: 'string (uri)',
    authorization_server_metadata: 'string (uri)',
    upstream_authorization_server: 'string (uri)',
    name: 'string',
    description: 'string',
    'warning?': 'string',
    credential_configuration_ids: 'array of string',
  },
  IssuanceSessionRequest: {
    'issuer_configuration_id?': `${issuerIds} = "eu-pid-device-bound"`,
    'flow?': `${flows} = "authorization_code"`,
    'credential_offer_mode?': `${offerModes} = "credential_offer"`,
    'credential_configuration_id?': 'string',
  },
  IssuanceSessionCreated: {
    session_id: 'string (uuid)',
    issuer_configuration_id: 'string',
    issuer_identifier: 'string (uri)',
    authorization_server_identifier: 'string (uri)',
    flow: flows,
    credential_offer_mode: offerModes,
    credential_configuration_id: 'string',
    offer_url: 'string (uri)',
    deeplink: 'string',
    status: '"created"',
  },
  IssuanceSession: {
    session_id: 'string (uuid)',
    issuer_configuration_id: 'string',
    issuer_identifier: 'string (uri)',
    authorization_server_identifier: 'string (uri)',
    status: 'string',
    flow: flows,
    credential_offer_mode: offerModes,
    credential_configuration_id: 'string',
    observed: 'object',
    checks: 'object',
    events: 'array of Event',
  },
  PresentationSessionRequest: {
    'scheme?': 'string ^[A-Za-z][A-Za-z0-9+.-]*:\\/\\/$ = "openid4vp://"',
    'request_uri_method?': '"get" | "post" = "get"',
    'request_delivery?': '"by_reference" | "by_value" = "by_reference"',
    'response_type?': '"vp_token" | "vp_token id_token" | "code" = "vp_token"',
    'response_mode?': '"direct_post" | "direct_post.jwt" = "direct_post.jwt"',
    'presentation_request?': 'object',
    'dcql_query?': 'object',
    'scopes?': 'string | array of string',
    'transaction_data?': 'any',
    'verifier_info?': 'any',
  },
  PresentationSessionCreated: {
    session_id: 'string (uuid)',
    request_delivery: '"by_reference" | "by_value"',
    request_uri: 'string (uri)',
    request_uri_method: '"get" | "post"',
    response_mode: '"direct_post" | "direct_post.jwt"',
    scheme: 'string',
    response_uri: 'string (uri)',
    deeplink: 'string',
    authorization_request: 'object',
    status: '"created"',
  },
  PresentationSession: {
    session_id: 'string (uuid)',
    status: 'string',
    authorization_request: 'object',
    observed: 'object',
    checks: 'object',
    events: 'array of Event',
  },
  TokenResponse: {
    access_token: 'string',
    token_type: '"DPoP"',
    expires_in: 'integer',
    c_nonce: 'string',
    c_nonce_expires_in: 'integer',
  },
  RequestCaptureRecord: {
    id: 'string (uuid)',
    at: 'string (date-time)',
    method: 'string',
    path: 'string',
    session_id: 'string | null',
    issuer_configuration_id: 'string | null',
    headers: 'object',
    query: 'any',
    body: 'any',
    response: '{ status: integer | null, content_type: string | null }',
  },
  PushedAuthorizationRequest: {
    response_type: '"code"',
    client_id: 'string',
    redirect_uri: 'string (uri)',
    scope: 'string',
    code_challenge: 'string',
    code_challenge_method: '"S256"',
    'issuer_state?': 'string',
    'state?': 'string',
  },
  PushedAuthorizationResponse: { request_uri: 'string', expires_in: 'integer' },
  ChainedTokenRequest: {
    grant_type: '"authorization_code"',
    code: 'string',
    code_verifier: 'string',
    redirect_uri: 'string (uri)',
    client_id: 'string',
    client_secret: 'string (password)',
  },
  ChainedTokenResponse: {
    access_token: 'string',
    token_type: '"Bearer"',
    expires_in: 'integer',
    'scope?': 'string',
  },
  PreAuthorizedCodeTokenRequest: {
    grant_type: '"urn:ietf:params:oauth:grant-type:pre-authorized_code"',
    'pre-authorized_code': 'string',
    'tx_code?': 'string',
  },
  AuthorizationCodeTokenRequest: {
    grant_type: '"authorization_code"',
    code: 'string',
    code_verifier: 'string',
    redirect_uri: 'string (uri)',
    'client_id?': 'string',
  },
  CredentialRequest: {
    credential_configuration_id: 'string',
    proofs: '{ jwt: array of exactly 1 string } | { attestation: array of exactly 1 string }',
    'credential_response_encryption?': '{ jwk: object, enc: string, … }',
  },
  CredentialResponse: { credentials: 'array of { credential: string }' },
}

/** Objects for which the interface names few or no members, and accepts all that the protocol has. */
export const freeForm: Readonly<Record<string, Members>> = {
  RequestObjectFetch: { 'wallet_nonce?': 'string' },
  PresentationResponse: {},
  PresentationResponseWithState: { state: 'string' },
}

interface RequiredOperation {
  readonly parameters?: Members
  /** Body by media type; a trailing `?` marks an optional body. */
  readonly body?: Members
  readonly success: readonly [status: number, body: Members]
  readonly others?: readonly number[]
  readonly security?: string
}

export const json = (body: string): Members => ({ 'application/json': body })
const form = (body: string): Members => ({ 'application/x-www-form-urlencoded': body })
const issuer: Members = { 'path issuerConfigurationId': issuerIds }
const session: Members = { 'path sessionId': 'string (uuid)' }
const document200 = (body: string): RequiredOperation => ({ parameters: issuer, success: [200, json(body)] })
const read = (body: string, ...others: number[]): RequiredOperation => ({
  parameters: session,
  success: [200, json(body)],
  others: [404, ...others],
})
export const issuers = '/issuers/{issuerConfigurationId}'
const chained = '/authorization-servers/{issuerConfigurationId}'
const requestObject: Members = { 'application/oauth-authz-req+jwt': 'string' }

/** Parameters and responses of each operation. */
export const operations: Readonly<Record<string, RequiredOperation>> = {
  'GET /healthz': { success: [200, json('Health')] },
  [`GET /.well-known/openid-credential-issuer${issuers}`]: {
    parameters: issuer,
    success: [200, { ...json('object'), 'application/jwt': 'string' }],
  },
  [`GET /.well-known/oauth-authorization-server${issuers}`]: document200('object'),
  [`GET /.well-known/oauth-authorization-server${chained}`]: document200('object'),
  [`GET /.well-known/jwt-vc-issuer${issuers}`]: document200('object'),
  [`GET ${issuers}/jwks.json`]: document200('Jwks'),
  [`GET ${issuers}/credential-jwks.json`]: document200('Jwks'),
  'GET /issuers': { success: [200, json('array of IssuerCatalogueEntry')] },
  'GET /oid4vci/requests': { success: [200, json('array of RequestCaptureRecord')] },
  'POST /sessions': {
    body: { 'application/json?': 'IssuanceSessionRequest' },
    success: [201, json('IssuanceSessionCreated')],
    others: [400],
  },
  'GET /sessions/{sessionId}': read('IssuanceSession'),
  'GET /sessions/{sessionId}/offer': read('object'),
  'GET /sessions/{sessionId}/deeplink': read('{ deeplink: string, credential_offer: object }'),
  'GET /sessions/{sessionId}/jwks': read('Jwks', 409),
  'GET /sessions/{sessionId}/events': read('array of Event'),
  [`GET ${issuers}/offers/{credentialOfferId}`]: {
    parameters: { ...issuer, 'path credentialOfferId': 'string (uuid)' },
    success: [200, json('object')],
    others: [404],
  },
  'POST /openid4vp/sessions': {
    body: { 'application/json?': 'PresentationSessionRequest' },
    success: [201, json('PresentationSessionCreated')],
    others: [400],
  },
  'GET /openid4vp/sessions/{sessionId}': read('PresentationSession'),
  'GET /openid4vp/sessions/{sessionId}/request': { parameters: session, success: [200, requestObject], others: [404] },
  'POST /openid4vp/sessions/{sessionId}/request': {
    parameters: session,
    body: { 'application/x-www-form-urlencoded?': 'RequestObjectFetch' },
    success: [200, requestObject],
    others: [404],
  },
  'GET /openid4vp/sessions/{sessionId}/deeplink': read('{ deeplink: string, authorization_request: object }'),
  'POST /openid4vp/sessions/{sessionId}/response': {
    parameters: session,
    body: form('PresentationResponse'),
    success: [200, {}],
    others: [400, 404],
  },
  'POST /openid4vp/response': { body: form('PresentationResponseWithState'), success: [200, {}], others: [400, 404] },
  'GET /openid4vp/sessions/{sessionId}/events': read('array of Event'),
  [`POST ${issuers}/par`]: {
    parameters: { ...issuer, 'header DPoP': 'string' },
    body: form('PushedAuthorizationRequest'),
    success: [201, json('PushedAuthorizationResponse')],
    others: [400],
  },
  [`GET ${issuers}/authorize`]: {
    parameters: { ...issuer, 'query client_id': 'string', 'query request_uri': 'string' },
    success: [302, {}],
    others: [400],
  },
  [`GET ${issuers}/redirect`]: { parameters: issuer, success: [302, {}], others: [400] },
  [`GET ${chained}/authorize`]: { parameters: issuer, success: [302, {}], others: [400] },
  [`POST ${chained}/token`]: {
    parameters: issuer,
    body: form('ChainedTokenRequest'),
    success: [200, json('ChainedTokenResponse')],
    others: [400, 401],
  },
  [`POST ${issuers}/token`]: {
    parameters: { ...issuer, 'header DPoP': 'string' },
    body: form('PreAuthorizedCodeTokenRequest | AuthorizationCodeTokenRequest'),
    success: [200, json('TokenResponse')],
    others: [400, 401],
  },
  [`POST ${issuers}/nonce`]: { parameters: issuer, success: [200, json('{ c_nonce: string }')] },
  [`POST ${issuers}/credential`]: {
    parameters: { ...issuer, 'header DPoP': 'string' },
    security: 'dpop',
    body: { 'application/json': 'CredentialRequest', 'application/jwt': 'string' },
    success: [200, { 'application/json': 'CredentialResponse', 'application/jwt': 'string' }],
    others: [400, 401],
  },
  'GET /api/pipeline/scoreboard/{namespace}': {
    parameters: { 'path namespace': 'string ^[a-z0-9](-?[a-z0-9])*$' },
    security: 'adminKey',
    success: [200, json('array of PipelineStatistics')],
  },
  'POST /api/pipeline/scoreboard/save-results': {
    security: 'adminKey',
    body: json('ScoreboardSaveRequest'),
    success: [200, json('ScoreboardSaved')],
  },
  'POST /api/pipeline/scoreboard/aggregate/start': {
    parameters: { 'query schedule?': 'integer from 1' },
    security: 'adminKey',
    success: [200, json('AggregationStarted')],
  },
  'DELETE /api/pipeline/scoreboard/aggregate/schedule/{schedule_id}': {
    parameters: { 'path schedule_id': 'string ^[^\\u0000-\\u001f\\u007f]*$' },
    security: 'adminKey',
    success: [200, json('{ success: true, message: string, schedule_id: string }')],
  },
}

/** Bodies that the interface names without describing their members. */
export const unwrittenMessages = [
  'PipelineStatistics',
  'ScoreboardSaveRequest',
  'ScoreboardSaved',
  'AggregationStarted',
]

/** Where the interface describes no query, OAuth defines it. */
export const undescribedQuery = [`GET ${issuers}/redirect`, `GET ${chained}/authorize`]
