import { z } from 'zod'
import { zEvent, zRecorded } from '@/lib/core/evidence/z-session-view'
import { bodyBytesMax } from '@/lib/core/http/limits'
import { zRefusalReport } from '@/lib/core/oid4vp/session/z-refusal-report'
import { zPresentationSessionRequest } from '@/lib/core/oid4vp/session/z-session-request'
import { contractGroup } from './contract-entry'
import { createdHeaders, createdLinks, readBackQuery, reportEntry } from './report-entry'
import { error, json } from './z-common'

const zAuthorizationRequest = z
  .looseObject({})
  .meta({ id: 'AuthorizationRequest', description: 'Parameters of the request. OpenID4VP section 5' })

const zPresentationSessionCreated = z
  .object({
    session_id: z.uuid(),
    request_delivery: z.enum(['by_reference', 'by_value']),
    request_uri: z.url(),
    request_uri_method: z.enum(['get', 'post']),
    response_mode: z.enum(['direct_post', 'direct_post.jwt']),
    scheme: z.string(),
    response_uri: z.url(),
    deeplink: z.string(),
    authorization_request: zAuthorizationRequest,
    status: z.literal('created'),
    ...createdLinks,
  })
  .meta({ id: 'PresentationSessionCreated' })

const zClaimsPath = z
  .array(z.union([z.string(), z.int()]))
  .meta({ id: 'ClaimsPath', description: 'OpenID4VP section 7' })

const zObservedPresentation = z
  .looseObject({
    query_id: z.string(),
    index: z.int(),
    format: z.string(),
    disclosed_paths: z
      .array(zClaimsPath)
      .meta({ description: 'Claims that the wallet chose to reveal: where they stand, never what they say.' }),
    unrequested_paths: z
      .array(zClaimsPath)
      .nullable()
      .meta({ description: 'Those of them that the query neither asks for nor needs; null without a known query.' }),
  })
  .meta({ id: 'ObservedPresentation' })

const zPresentationSession = z
  .looseObject({
    session_id: z.uuid(),
    status: z.string(),
    authorization_request: zAuthorizationRequest,
    observed: z.looseObject({ presentations: z.array(zObservedPresentation).meta({ 'x-extension': true }) }),
    checks: z.looseObject({}),
    events: z.array(zEvent),
    recorded: zRecorded,
  })
  .meta({ id: 'PresentationSession' })

/** What an answer that was processed is answered with. OpenID4VP section 8.2 */
const zResponseAccepted = z.looseObject({ redirect_uri: z.url().optional() }).meta({
  id: 'PresentationAccepted',
  description: 'The answer was captured and verified. Empty, or where the browser of the user goes on.',
})

const zRefusalReported = z
  .object({ shown: z.enum(['error', 'went_on']), outcome: z.enum(['reported_error', 'reported_going_on']) })
  .meta({ id: 'RefusalReported' })

const page = { 'text/html': z.string() }
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
/** What wallets call, those that are web pages among them. */
const walletCalls = {
  recorded: true,
  origin: 'wallet',
  area: 'wallet',
  underIssuer: false,
  auth: 'none',
  cors: true,
  anyHost: true,
} as const
const readReplies = { 401: error, 404: error, 503: error }
const failures = { 404: error, 413: error, 503: error }
/** Sessions with a `negative_test` answer in a wrong way on purpose, and only they. */
const fetchReplies = { 200: requestObject, 302: requestObject, 500: { ...requestObject, ...error }, ...failures }

export const presentationContract = contractGroup({
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
    bodyOptional: true,
    replyHeaders: createdHeaders,
    replies: { 201: json(zPresentationSessionCreated), 400: error, 413: error, 429: error, 503: error },
  },
  getPresentationSession: {
    ...read,
    path: '/openid4vp/sessions/{sessionId}',
    summary: 'Reads a presentation session with its evidence',
    query: readBackQuery,
    replies: { 200: json(zPresentationSession), 400: error, ...readReplies },
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
    summary: 'Tells what a wallet showed that was to refuse, where nothing it sent tells',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zRefusalReport),
    replies: { 200: json(zRefusalReported), 400: error, 409: error, 413: error, ...readReplies },
  },
  getRequestObject: {
    ...walletCalls,
    method: 'GET',
    path: '/openid4vp/sessions/{sessionId}/request',
    summary: 'Fetches the signed Request Object',
    bodyBytesMax: bodyBytesMax.requestFetch,
    replies: fetchReplies,
  },
  postRequestObject: {
    ...walletCalls,
    method: 'POST',
    path: '/openid4vp/sessions/{sessionId}/request',
    summary: 'Fetches the signed Request Object with the wallet’s metadata and nonce',
    bodyBytesMax: bodyBytesMax.requestFetch,
    // JSON is a fault of the wallet, which is recorded: nothing about a fetch refuses it.
    request: { ...form(zRequestFetch), ...json(zRequestFetch) },
    bodyOptional: true,
    replies: fetchReplies,
  },
  sendPresentationResponse: {
    ...walletCalls,
    method: 'POST',
    path: '/openid4vp/sessions/{sessionId}/response',
    summary: 'Takes the wallet’s answer',
    bodyBytesMax: bodyBytesMax.presentationResponse,
    request: form(zPresentationResponse),
    replies: { 200: json(zResponseAccepted), 307: {}, 400: error, ...failures },
  },
  completePresentation: {
    ...walletCalls,
    method: 'GET',
    // A HEAD would use the code up, or tell whether it is right without being one.
    head: false,
    path: '/openid4vp/sessions/{sessionId}/complete',
    summary: 'Where the browser of the user goes on after the answer',
    extension: true,
    origin: 'user_agent',
    bodyBytesMax: 0,
    query: {
      response_code: { description: 'The code of the address that the wallet was told.', required: true },
    },
    replies: { 200: page, 400: error, 404: error, 503: error },
    replyHeaders: {
      200: {
        'Content-Security-Policy': 'Nothing is loaded and nothing is run.',
        'Referrer-Policy': 'The code in the address goes nowhere else.',
      },
    },
  },
  sendPresentationResponseByState: {
    ...walletCalls,
    method: 'POST',
    path: '/openid4vp/response',
    summary: 'Takes the wallet’s answer, for the session that state names',
    bodyBytesMax: bodyBytesMax.presentationResponse,
    request: form(zPresentationResponseWithState),
    replies: { 200: json(zResponseAccepted), 307: {}, 400: error, ...failures },
  },
})
