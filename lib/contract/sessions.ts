import { z } from 'zod'
import { zEvent, zLedgerRecord, zRecorded } from '@/lib/core/evidence/z-session-view'
import { bodyBytesMax } from '@/lib/core/http/limits'
import { zIssuanceSessionRequest } from '@/lib/core/oid4vci/z-session-request'
import { zRefusalReport } from '@/lib/core/oid4vp/session/z-refusal-report'
import { zFindSession } from '@/lib/core/sessions/z-find-session'
import { contractGroup } from './contract-entry'
import { createdHeaders, createdLinks, readBackQuery, reportEntry } from './report-entry'
import { error, json, zCredentialOffer, zJwks } from './z-common'

const flow = z.enum(['pre_authorized_code', 'authorization_code'])
const offerMode = z.enum(['credential_offer', 'credential_offer_uri'])

const zIssuanceSessionCreated = z
  .object({
    session_id: z.uuid(),
    issuer_configuration_id: z.string(),
    issuer_identifier: z.url(),
    authorization_server_identifier: z.url(),
    flow,
    credential_offer_mode: offerMode,
    credential_configuration_id: z.string(),
    offer_url: z.url(),
    deeplink: z.string(),
    status: z.literal('created'),
    tx_code: z.string().optional().meta({
      'x-extension': true,
      description: 'The code for the user to enter in the wallet, if the session requires one.',
    }),
    ...createdLinks,
  })
  .meta({ id: 'IssuanceSessionCreated' })

const zIssuanceSession = z
  .looseObject({
    session_id: z.uuid(),
    issuer_configuration_id: z.string(),
    issuer_identifier: z.url(),
    authorization_server_identifier: z.url(),
    status: z.string(),
    flow,
    credential_offer_mode: offerMode,
    credential_configuration_id: z.string(),
    observed: z.looseObject({}),
    checks: z.looseObject({}),
    events: z.array(zEvent),
    recorded: zRecorded,
    contact: z
      .object({
        reached: z.boolean(),
        first_request_at: z.iso.datetime().nullable(),
        what_to_check: z.array(z.string()),
      })
      .meta({
        'x-extension': true,
        description: 'Whether a wallet has sent anything, and what to check if none has.',
      }),
  })
  .meta({ id: 'IssuanceSession' })

const zAnswerRefusalReported = z
  .object({ shown: z.enum(['error', 'went_on']), outcome: z.enum(['refused', 'continued']) })
  .meta({ id: 'AnswerRefusalReported' })

/** Pages of other origins must not read evidence, not even one that rebound its name to this machine. */
const testers = { origin: 'operator', area: 'tester', underIssuer: false, cors: false, anyHost: false } as const
const read = { method: 'GET', recorded: false, auth: 'operator', bodyBytesMax: 0, ...testers } as const
const readReplies = { 401: error, 404: error, 503: error }

export const sessionContract = contractGroup({
  createSession: {
    method: 'POST',
    path: '/sessions',
    summary: 'Starts an issuance session',
    startsSession: true,
    ...testers,
    recorded: false,
    auth: 'none',
    bodyBytesMax: bodyBytesMax.issuanceSession,
    // Parsed as JSON whatever its declared type, to support `curl --data`.
    request: { ...json(zIssuanceSessionRequest), '*/*': zIssuanceSessionRequest },
    bodyOptional: true,
    replyHeaders: createdHeaders,
    replies: { 201: json(zIssuanceSessionCreated), 400: error, 413: error, 429: error, 503: error },
  },
  findSession: {
    ...testers,
    method: 'POST',
    path: '/sessions/find',
    extension: true,
    summary: 'Finds the session that a deeplink opens, of either kind',
    recorded: false,
    auth: 'operator',
    bodyBytesMax: bodyBytesMax.issuance,
    request: json(zFindSession),
    replies: {
      200: json(
        z
          .object({
            session_id: z.uuid(),
            kind: z.enum(['issuance', 'presentation']),
            inspector_url: z.url(),
            session_url: z.url(),
            report_url: z.url(),
          })
          .meta({ id: 'FoundSession' }),
      ),
      400: error,
      413: error,
      ...readReplies,
    },
  },
  getSession: {
    ...read,
    path: '/sessions/{sessionId}',
    summary: 'Reads a session with its evidence',
    query: readBackQuery,
    replies: { 200: json(zIssuanceSession), 400: error, ...readReplies },
  },
  getSessionOffer: {
    ...read,
    recorded: true,
    path: '/sessions/{sessionId}/offer',
    summary: 'Reads the credential offer of a session',
    replies: { 200: json(zCredentialOffer), ...readReplies },
  },
  getSessionDeeplink: {
    ...read,
    recorded: true,
    path: '/sessions/{sessionId}/deeplink',
    summary: 'Reads the deeplink of a session',
    replies: { 200: json(z.object({ deeplink: z.string(), credential_offer: zCredentialOffer })), ...readReplies },
  },
  getSessionKeys: {
    ...read,
    path: '/sessions/{sessionId}/jwks',
    summary: 'Reads the holder keys that the wallet has shown',
    replies: { 200: json(zJwks), ...readReplies, 409: error },
  },
  listSessionEvents: {
    ...read,
    path: '/sessions/{sessionId}/events',
    summary: 'Lists the events of a session',
    replies: { 200: json(z.array(zEvent)), ...readReplies },
  },
  reportAnswerRefusal: {
    ...read,
    method: 'POST',
    path: '/sessions/{sessionId}/refusal',
    extension: true,
    summary: 'Reports what a wallet displayed after a deliberately wrong response, if no request shows it',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zRefusalReport),
    replies: { 200: json(zAnswerRefusalReported), 400: error, 409: error, 413: error, ...readReplies },
  },
  getSessionReport: { ...read, ...reportEntry, path: '/sessions/{sessionId}/report' },
  listRequests: {
    ...read,
    path: '/oid4vci/requests',
    summary: 'The request ledger',
    replies: { 200: json(z.array(zLedgerRecord)), 401: error, 503: error },
  },
})
