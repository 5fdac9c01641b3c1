import { z } from 'zod'
import { zRefusalReport } from '@/lib/core/engine/endpoints/refusal-report'
import { zEvent, zLedgerRecord } from '@/lib/core/engine/evidence/z-session-view'
import { zFindSession } from '@/lib/core/engine/sessions/z-session'
import { zIssuerSession } from '@/lib/core/issuer/evidence/z-issuer-session'
import { zCredentialOffer } from '@/lib/core/issuer/read/credential-offer'
import { zTransactionDecision, zTransactionView } from '@/lib/core/issuer/read/deferred/transaction'
import { zLaboratoryOffer, zLaboratoryOfferRequest } from '@/lib/core/issuer/read/later-offer'
import { zIssuanceSessionCreated, zIssuanceSessionRequest } from '@/lib/core/issuer/read/session-options'
import { zStatusChange, zStatusesChanged } from '@/lib/core/issuer/read/status/status-entries'
import { zWalletUnitChange, zWalletUnitChanged } from '@/lib/core/issuer/read/wallet-unit/wallet-unit-history'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { reporters } from '@/lib/core/shared/ports/reporter'
import { contractGroup } from './contract-entry'
import { mutatedIssuances } from './examples/mutation-bodies'
import { createdHeaders, readBackQuery, reportEntry } from './report-entry'
import { error, json, zJwks } from './z-common'

const zAnswerRefusalReported = z
  .object({ shown: z.enum(['error', 'went_on']), outcome: z.enum(['refused', 'continued']), by: z.enum(reporters) })
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
    bodyBytesMax: bodyBytesMax.sessionCreation,
    // Parsed as JSON whatever its declared type, to support `curl --data`.
    request: { ...json(zIssuanceSessionRequest), '*/*': zIssuanceSessionRequest },
    bodies: mutatedIssuances,
    bodyOptional: true,
    replyHeaders: createdHeaders,
    replies: {
      201: json(zIssuanceSessionCreated),
      400: error,
      401: error,
      413: error,
      429: error,
      503: error,
      507: error,
    },
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
    replies: { 200: json(zIssuerSession), 400: error, ...readReplies },
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
    path: '/sessions/{sessionId}/deeplink',
    summary: 'Reads the deeplink of a session',
    replies: { 200: json(z.object({ deeplink: z.string(), credential_offer: zCredentialOffer })), ...readReplies },
  },
  getSessionKeys: {
    ...read,
    path: '/sessions/{sessionId}/jwks',
    summary: 'Reads the holder keys that were observed in proofs',
    replies: { 200: json(zJwks), ...readReplies, 409: error },
    replyWords: {
      200:
        'Each holder key that was observed, once: every jwk in the header of a proof, also of a refused one, the key that ' +
        'verifies a proof, and the keys of a key attestation with a valid signature, also where that is the proof itself. A ' +
        'key in this list does not say that the wallet proved possession of it: the checks of the session say what held.',
      409: 'No proof has shown a key yet',
    },
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
  decideTransaction: {
    ...read,
    method: 'POST',
    path: '/sessions/{sessionId}/laboratory/transactions',
    extension: true,
    summary: 'Decides what becomes of a deferred credential of a laboratory',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zTransactionDecision),
    replies: { 200: json(zTransactionView), 400: error, 409: error, 413: error, ...readReplies },
  },
  offerAgain: {
    ...read,
    method: 'POST',
    path: '/sessions/{sessionId}/laboratory/offers',
    extension: true,
    summary: 'Makes a further offer of the issuer that a session has for itself',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zLaboratoryOfferRequest),
    bodyOptional: true,
    replies: { 201: json(zLaboratoryOffer), 400: error, 413: error, 429: error, ...readReplies },
  },
  changeStatuses: {
    ...read,
    method: 'POST',
    path: '/sessions/{sessionId}/laboratory/statuses',
    extension: true,
    summary: 'Revokes, suspends or restores credentials of a session whose issuer has status lists',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zStatusChange),
    replies: { 200: json(zStatusesChanged), 400: error, 409: error, 413: error, 429: error, ...readReplies },
    replyWords: { 409: 'A credential was revoked, which is final, or the issuer of the session has ended' },
  },
  changeWalletUnit: {
    ...read,
    method: 'POST',
    path: '/sessions/{sessionId}/laboratory/wallet-units',
    extension: true,
    summary: 'Revokes a wallet unit while its session is open',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zWalletUnitChange),
    replies: { 200: json(zWalletUnitChanged), 400: error, 409: error, 413: error, 429: error, ...readReplies },
    replyWords: {
      409: 'The entry was revoked, which is final, the issuer has no option wallet_unit, or it has ended',
    },
  },
  getSessionReport: { ...read, ...reportEntry, path: '/sessions/{sessionId}/report' },
  listRequests: {
    ...read,
    path: '/oid4vci/requests',
    summary: 'The request ledger',
    replies: { 200: json(z.array(zLedgerRecord)), 401: error, 503: error },
  },
})
