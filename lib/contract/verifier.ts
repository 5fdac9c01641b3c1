import { z } from 'zod'
import { zVerifierRefusalReport } from '@/lib/core/engine/endpoints/refusal-report'
import { zEvent } from '@/lib/core/engine/evidence/z-session-view'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { reporters } from '@/lib/core/shared/ports/reporter'
import { zVerifierSession } from '@/lib/core/verifier/evidence/z-verifier-session'
import { outcomes, unsupportedReasons } from '@/lib/core/verifier/read/dc-api/read-browser-answer'
import { zPresentationSessionRequest } from '@/lib/core/verifier/read/session/session-options'
import { zAuthorizationRequest, zPresentationSessionCreated } from '@/lib/core/verifier/read/session/z-session-created'
import { contractGroup } from './contract-entry'
import { mutatedPresentations } from './examples/mutation-bodies'
import { createdHeaders, readBackQuery, reportEntry } from './report-entry'
import { error, json, zJwks } from './z-common'

/** What 200 means: an error response gets it too. OpenID4VP section 8.2 */
const accepted =
  'The presentation was captured and verified, or captured only: this service cannot read its format, or has no key of its ' +
  'issuer. An error or an authorization code is received without verification. The events of the session say which.'

/** The reply to a processed response. OpenID4VP section 8.2 */
const zResponseAccepted = z.looseObject({ redirect_uri: z.url().optional() }).meta({
  id: 'PresentationAccepted',
  description: "Empty, or with the redirect_uri for the user's browser.",
})

const zRefusalReported = z
  .object({
    shown: z.enum(['error', 'went_on', 'warned']),
    outcome: z.enum(['reported_error', 'reported_going_on', 'reported_warning']),
    by: z.enum(reporters),
  })
  .meta({ id: 'RefusalReported' })

const page = { 'text/html': z.string() }
const pageHeaders = {
  'Content-Security-Policy': 'The page loads and runs nothing.',
  'Referrer-Policy': 'Keeps the code in the URL from leaking.',
}
const requestObject = { 'application/oauth-authz-req+jwt': z.string() }
const form = <Schema extends z.ZodType>(schema: Schema) => ({ 'application/x-www-form-urlencoded': schema })

const zRequestFetch = z
  .looseObject({
    wallet_nonce: z.string().optional(),
    wallet_metadata: z.string().optional().meta({ description: 'A JSON object as text. OpenID4VP section 10.1' }),
  })
  .meta({ id: 'RequestObjectFetch' })

const responseMembers = {
  vp_token: z.string().optional().meta({ description: 'A JSON object as text, for direct_post.' }),
  response: z.string().optional().meta({ description: 'A JWE, for direct_post.jwt.' }),
  error: z.string().optional(),
}
const zPresentationResponse = z
  .looseObject({ state: z.string().optional(), ...responseMembers })
  .meta({ id: 'PresentationResponse' })
const zPresentationResponseWithState = z
  .looseObject({ state: z.string(), ...responseMembers })
  .meta({ id: 'PresentationResponseWithState' })

const read = {
  method: 'GET',
  recorded: false,
  origin: 'operator',
  area: 'tester',
  underIssuer: false,
  auth: 'operator',
  cors: false,
  anyHost: false,
  bodyBytesMax: 0,
} as const
/** Called by wallets, including web-based ones. */
const walletCalls = {
  recorded: true,
  origin: 'wallet',
  area: 'wallet',
  underIssuer: false,
  auth: 'none',
  cors: true,
  anyHost: true,
} as const
/** Documents with keys. Reads within a session are evidence of it. */
const document = { ...walletCalls, method: 'GET', bodyBytesMax: 0, extension: true } as const
const zDidDocument = z
  .looseObject({ id: z.string(), verificationMethod: z.array(z.looseObject({})) })
  .meta({ id: 'DidDocument' })

const readReplies = { 401: error, 404: error, 503: error }
const failures = { 404: error, 413: error, 503: error }
const zDigitalRequest = z
  .object({
    digital: z.object({ requests: z.array(z.object({ protocol: z.string(), data: z.looseObject({}) })) }),
    mediation: z.literal('required'),
  })
  .meta({ id: 'DigitalCredentialRequest', description: 'OpenID4VP appendix A; W3C Digital Credentials' })
const zPresentState = z
  .object({
    ended: z.boolean().meta({ description: 'A response was accepted, or the session has expired.' }),
    next_page: z.url().nullable().meta({ description: 'The page of the next session of the campaign; null for none.' }),
  })
  .meta({ id: 'PresentState' })
const zBrowserPage = z.looseObject({
  origin: z.string().optional(),
  elapsed_ms: z.number().optional().meta({ description: 'Since the call began, in milliseconds.' }),
  allows: z
    .record(z.string(), z.boolean())
    .optional()
    .meta({ description: 'Whether the browser says to carry a protocol.' }),
})
const zBrowserResult = z
  .looseObject({
    outcome: z.enum(outcomes),
    page: zBrowserPage,
    protocol: z.string().optional().meta({ description: 'Of the DigitalCredential, for an answer.' }),
    data: z.looseObject({}).optional().meta({ description: 'Of the DigitalCredential, for an answer.' }),
    error: z
      .looseObject({ name: z.string().optional(), message: z.string().optional(), code: z.number().optional() })
      .optional()
      .meta({ description: 'With what the promise was rejected, for an error.' }),
    reason: z.enum(unsupportedReasons).optional().meta({ description: 'For unsupported.' }),
  })
  .meta({ id: 'BrowserResult' })
/** Only sessions with a `negative_test` respond wrongly on purpose. */
const fetchReplies = {
  200: { ...requestObject, 'application/json': z.string() },
  302: requestObject,
  500: { ...requestObject, ...error },
  ...failures,
}

export const verifierContract = contractGroup({
  createPresentationSession: {
    method: 'POST',
    path: '/openid4vp/sessions',
    summary: 'Starts a presentation session',
    recorded: false,
    origin: 'operator',
    area: 'tester',
    underIssuer: false,
    startsSession: true,
    auth: 'none',
    cors: false,
    anyHost: false,
    bodyBytesMax: bodyBytesMax.sessionCreation,
    request: json(zPresentationSessionRequest),
    bodies: mutatedPresentations,
    bodyOptional: true,
    replyHeaders: createdHeaders,
    replies: {
      201: json(zPresentationSessionCreated),
      400: error,
      401: error,
      413: error,
      429: error,
      503: error,
      507: error,
    },
  },
  getPresentationSession: {
    ...read,
    path: '/openid4vp/sessions/{sessionId}',
    summary: 'Reads a presentation session with its evidence',
    query: readBackQuery,
    replies: { 200: json(zVerifierSession), 400: error, ...readReplies },
  },
  getPresentationDeeplink: {
    ...read,
    path: '/openid4vp/sessions/{sessionId}/deeplink',
    summary: 'Reads the deeplink of a presentation session',
    replies: {
      200: json(z.object({ deeplink: z.string(), authorization_request: zAuthorizationRequest })),
      ...readReplies,
    },
  },
  openPresentation: {
    ...read,
    origin: 'user_agent',
    auth: 'none',
    anyHost: true,
    path: '/openid4vp/sessions/{sessionId}/open',
    extension: true,
    summary: 'Leads to the deeplink of a presentation session, for a QR code that cannot hold it',
    replies: { 302: {}, 400: error, 404: error, 503: error },
  },
  listPresentationEvents: {
    ...read,
    path: '/openid4vp/sessions/{sessionId}/events',
    summary: 'Lists the events of a presentation session',
    replies: { 200: json(z.array(zEvent)), ...readReplies },
  },
  getPresentationReport: { ...read, ...reportEntry, path: '/openid4vp/sessions/{sessionId}/report' },
  reportRefusal: {
    ...read,
    method: 'POST',
    path: '/openid4vp/sessions/{sessionId}/refusal',
    extension: true,
    summary: 'Reports what a wallet that should refuse displayed, if no request shows it',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zVerifierRefusalReport),
    replies: { 200: json(zRefusalReported), 400: error, 409: error, 413: error, ...readReplies },
  },
  getPresentState: {
    ...read,
    auth: 'none',
    path: '/present/{sessionId}/state',
    extension: true,
    summary: 'Reads whether a session whose request a browser carries has ended, for the page that asks',
    replies: { 200: json(zPresentState), 404: error, 503: error },
  },
  getVerifierDid: {
    ...document,
    path: '/openid4vp/verifier/did.json',
    summary: 'The DID document of the verifier, for sessions with client_id_prefix decentralized_identifier',
    replies: { 200: json(zDidDocument), 503: error },
  },
  getVerifierDidOfPeer: {
    ...document,
    path: '/openid4vp/did.json',
    summary: 'The same document, at the address that the other implementation of this interface has for it',
    replies: { 200: json(zDidDocument), 503: error },
  },
  getVerifierKeys: {
    ...document,
    path: '/openid4vp/verifier/jwks.json',
    summary: 'The key that signs requests, for wallets that have the verifier registered',
    replies: { 200: json(zJwks), 503: error },
  },
  getAttestationKeys: {
    ...document,
    path: '/verifier-attestations/jwks.json',
    summary: 'The key that signs verifier attestations',
    replies: { 200: json(zJwks), 503: error },
  },
  getRequestObject: {
    ...walletCalls,
    method: 'GET',
    path: '/openid4vp/sessions/{sessionId}/request',
    doorPath: '/d/{doorId}/request',
    summary: 'Fetches the signed Request Object',
    bodyBytesMax: bodyBytesMax.requestFetch,
    replies: fetchReplies,
    mutable: true,
  },
  postRequestObject: {
    ...walletCalls,
    method: 'POST',
    path: '/openid4vp/sessions/{sessionId}/request',
    doorPath: '/d/{doorId}/request',
    summary: 'Fetches the signed Request Object with the wallet’s metadata and nonce',
    bodyBytesMax: bodyBytesMax.requestFetch,
    // JSON is a wallet error that is recorded but not refused; the interface does not offer it.
    request: form(zRequestFetch),
    bodyOptional: true,
    replies: fetchReplies,
    mutable: true,
  },
  getBrowserRequest: {
    ...walletCalls,
    method: 'GET',
    path: '/openid4vp/sessions/{sessionId}/dc-api',
    summary: 'Reads what a page hands to navigator.credentials.get()',
    extension: true,
    origin: 'user_agent',
    bodyBytesMax: bodyBytesMax.requestFetch,
    replies: { 200: json(zDigitalRequest), ...failures },
  },
  sendBrowserResult: {
    ...walletCalls,
    method: 'POST',
    path: '/openid4vp/sessions/{sessionId}/dc-api/result',
    summary: 'Receives what navigator.credentials.get() came to, from the page that called it',
    extension: true,
    origin: 'user_agent',
    bodyBytesMax: bodyBytesMax.presentationResponse,
    request: json(zBrowserResult),
    replies: { 200: json(z.object({})), 400: error, 429: error, ...failures },
    replyWords: { 200: accepted },
    mutable: true,
  },
  sendPresentationResponse: {
    ...walletCalls,
    method: 'POST',
    path: '/openid4vp/sessions/{sessionId}/response',
    slashedPath: '/openid4vp/sessions/{sessionId}/response/',
    summary: 'Receives the wallet’s response',
    bodyBytesMax: bodyBytesMax.presentationResponse,
    request: form(zPresentationResponse),
    replies: { 200: { ...json(zResponseAccepted), 'text/plain': z.string() }, 307: {}, 400: error, ...failures },
    replyWords: { 200: accepted },
    mutable: true,
  },
  completePresentation: {
    ...walletCalls,
    method: 'GET',
    // A HEAD would use up the code, or reveal whether it is correct.
    head: false,
    path: '/openid4vp/sessions/{sessionId}/complete',
    summary: "The page for the user's browser after the response",
    extension: true,
    origin: 'user_agent',
    bodyBytesMax: 0,
    query: {
      response_code: { description: 'The code from the redirect_uri that the wallet received.', required: true },
    },
    replies: { 200: page, 400: { ...error, ...page }, 404: { ...error, ...page }, 503: error },
    replyHeaders: { 200: pageHeaders, 400: pageHeaders, 404: pageHeaders },
  },
  visitRedirect: {
    ...walletCalls,
    method: 'GET',
    // A HEAD would count as a visit.
    head: false,
    path: '/openid4vp/redirect',
    summary: 'The page that a session names by redirect_uri: visits with its code are counted',
    extension: true,
    origin: 'user_agent',
    bodyBytesMax: 0,
    query: {
      response_code: { description: 'The code from the redirect_uri that the wallet received.', required: true },
    },
    replies: { 200: page, 404: { ...error, ...page }, 503: error },
    replyHeaders: { 200: pageHeaders, 404: pageHeaders },
  },
  sendPresentationResponseByState: {
    ...walletCalls,
    method: 'POST',
    path: '/openid4vp/response',
    summary: 'Receives the wallet’s response for the session identified by state',
    bodyBytesMax: bodyBytesMax.presentationResponse,
    request: form(zPresentationResponseWithState),
    replies: { 200: { ...json(zResponseAccepted), 'text/plain': z.string() }, 307: {}, 400: error, ...failures },
    replyWords: { 200: accepted },
    mutable: true,
  },
})
