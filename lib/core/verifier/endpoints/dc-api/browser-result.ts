import type { DecidedEffect } from '../../../engine/endpoints/decided'
import { type Decision, judged } from '../../../engine/endpoints/endpoint'
import { digestRow } from '../../../engine/endpoints/one-time'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { jsonReply } from '../../../shared/http/reply'
import type { DcApi } from '../../../shared/ports/dc-api'
import { digestOf } from '../../../shared/ports/digests'
import { errorStatus, ProtocolError } from '../../../shared/ports/errors'
import type { JudgedFinding } from '../../../shared/ports/finding'
import type { PresentationSession } from '../../../shared/ports/store-types'
import type { Json } from '../../../shared/values/json'
import { type Carrier, carrierOf } from '../../read/carrier'
import {
  type PageFacts,
  type PostedResult,
  readBrowserAnswer,
  readPostedResult,
} from '../../read/dc-api/read-browser-answer'
import type { ResponseReading } from '../../read/response/response-reading'
import { followedIssuance } from '../asked-back'
import { decideAnswer, keptChecksOf, type ReadAnswer } from '../decide-answer'
import { pathSession, sessionNotFound } from '../verifier-session-endpoints'
import {
  type BrowserReport,
  decideReport,
  isReport,
  posted,
  reportsOf,
  tooMany,
  userAgentOf,
  withCarrier,
} from './browser-report'

/** A response, another outcome of the call, or a reason for accepting neither. */
type Reading =
  | (ReadAnswer & { readonly page: PageFacts; readonly data: Json | undefined; readonly carrier: Carrier })
  | BrowserReport
  | {
      readonly kind: 'refused'
      readonly response: null
      readonly refusal: ProtocolError
      readonly session: PresentationSession | null
    }

/**
 * `POST /openid4vp/sessions/{id}/dc-api/result`: the outcome of `navigator.credentials.get()`, posted by the session's
 * page. Anybody with the session id can post, so only what the wallet signed or encrypted counts as proven.
 * @see OID4VP-1FINALA-A.4
 */
export const browserResultEndpoint = judged<Reading>({
  read: async (context) => {
    const session = await pathSession(context)
    if (session === null) return refusal(sessionNotFound(), null)
    if (session.dcApi === undefined)
      return refusal(
        new ProtocolError('vp_session_not_found', 'A link carries the request of this session, see deeplink.'),
        session,
      )
    const read = readPostedResult(context.exchange)
    if (!read.ok) return refusal(new ProtocolError('invalid_request', read.problem), session)
    const { result, page } = read
    const carrier = carrierOf(context.exchange, context.settings.baseUrl)
    if (isReport(result)) {
      const reports = await reportsOf(session, context)
      return { kind: 'report', response: null, session, result, page, carrier, reports }
    }
    return readAnswer(session, session.dcApi, { answer: result, page, carrier }, context)
  },
  checks: (reading) => (reading.kind === 'answer' ? reading.checks : []),
  decide: (reading, findings, context) => {
    switch (reading.kind) {
      case 'answer':
        return decide(reading, findings, context)
      case 'report':
        return decideReport(reading, context)
      case 'refused':
        return refuse(reading)
    }
  },
})

const refusal = (error: ProtocolError, session: PresentationSession | null): Extract<Reading, { kind: 'refused' }> => ({
  kind: 'refused',
  response: null,
  refusal: error,
  session,
})

const refuse = ({ refusal: { code, description }, session }: Extract<Reading, { kind: 'refused' }>): Decision => ({
  reply: jsonReply(errorStatus[code], { error: code, error_description: description }),
  sessionId: session?.sessionId ?? null,
  events: [],
  effects: [],
})

async function readAnswer(
  session: PresentationSession,
  dcApi: DcApi,
  {
    answer: { protocol, data },
    page,
    carrier,
  }: {
    readonly answer: Extract<PostedResult, { outcome: 'answer' }>
    readonly page: PageFacts
    readonly carrier: Carrier
  },
  context: RequestContext,
): Promise<Reading> {
  const elapsedMillis = page.elapsedMillis
  const response = await readBrowserAnswer(session, dcApi, { protocol, data, elapsedMillis, carrier }, context)
  const asked = response.gate === null ? await followedIssuance(session, context) : null
  const checks = keptChecksOf(response)
  return { kind: 'answer', response, checks, followedIssuance: asked, page, data, carrier }
}

/** As over HTTP, except for the status when there are too many responses, and with the page's data. */
function decide(
  reading: Extract<Reading, { kind: 'answer' }>,
  findings: readonly JudgedFinding[],
  context: RequestContext,
): Decision {
  const { response, page, carrier, data } = reading
  const decision = decideAnswer(reading, findings, context)
  const { bodyJson, ...others } = decision
  return {
    ...others,
    ...(response.gate === 'too_many_attempts'
      ? { reply: tooMany('Too many responses to this session were refused: create a new session.') }
      : {}),
    // An unencrypted body reaches redaction as `data` alone.
    ...(bodyJson === undefined || decision.decryptedBody === undefined ? {} : { bodyJson }),
    envelope: posted({ outcome: 'answer', ...shownProtocol(response.browser?.protocol) }, page, {
      member: 'data',
      value: data,
    }),
    effects: [...decision.effects, ...countedAttempt(response, context)],
    events: withCarrier(decision.events, {
      protocol: response.browser?.protocol,
      page,
      carrier,
      userAgent: userAgentOf(context.exchange),
    }),
  }
}

/**
 * Each examined response grants a numbered value: of two parallel ones, one loses the race, is decided again, and takes
 * the next number or is refused.
 */
const countedAttempt = (
  { gate, session: { sessionId, expiresAt }, history }: ResponseReading,
  context: RequestContext,
): DecidedEffect[] =>
  gate === null
    ? [
        {
          type: 'grant',
          secret: null,
          value: digestRow(context, {
            kind: 'dc_api_attempt',
            digest: digestOf(`${sessionId}.${history.attempts + 1}`, context.ports.sha256),
            sessionId,
            expiresAt,
          }),
        },
      ]
    : []

/** The posted protocol, if it can be a name. */
const shownProtocol = (protocol: Json | undefined): { readonly protocol?: Json } =>
  protocol === undefined
    ? {}
    : { protocol: typeof protocol === 'string' && /^[a-z0-9.-]{1,64}$/.test(protocol) ? protocol : null }
