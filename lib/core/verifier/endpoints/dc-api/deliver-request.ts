import { type Decision, judged } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { madeToken } from '../../../engine/redaction/tokens/made-token'
import { readTokens } from '../../../engine/redaction/tokens/read-token'
import { jsonReply } from '../../../shared/http/reply'
import { ProtocolError } from '../../../shared/ports/errors'
import type { PresentationSession } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import { deviationName, deviationOf } from '../../deviations'
import type { VerifierDeviation } from '../../deviations/verifier-deviation'
import { verifierHistory } from '../../history/verifier-history'
import { type Carrier, carrierOf } from '../../read/carrier'
import { makeDigitalRequest } from '../../read/request/dc-api/digital-request'
import { isSigned } from '../../read/request/dc-api/entries'
import { registrationsForEvidence, signedForEvidence } from '../../read/request/request-for-evidence'
import { type ResponseGate, responseGate } from '../../read/response/response-reading'
import { requestRefusal } from '../request-object'
import { pathSession, sessionNotFound } from '../verifier-session-endpoints'

interface Reading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  /** True for `HEAD`, which does not count. RFC9110-9.3.2 */
  readonly onlyHead: boolean
  readonly carrier: Carrier
  /** Why no further response is examined; `null` while one is. */
  readonly gate: ResponseGate | null
}

/**
 * `GET /openid4vp/sessions/{id}/dc-api`: the request that a page passes to `navigator.credentials.get()`. May be
 * fetched again until a response is accepted.
 * @see OID4VP-1FINALA-A.3
 */
export const deliverBrowserRequest = judged<Reading | null>({
  read: async (context) => {
    const session = await pathSession(context)
    if (session === null) return null
    const { exchange, ports, settings } = context
    const history = verifierHistory(session, await ports.store.events(session.sessionId), exchange.at)
    return {
      session,
      now: exchange.at,
      onlyHead: exchange.method === 'HEAD',
      carrier: carrierOf(exchange, settings.baseUrl),
      gate: responseGate(history),
    }
  },
  checks: () => [],
  decide: (reading, _findings, context) => {
    if (reading === null) return notServed(sessionNotFound(), null)
    if (reading.session.dcApi === undefined) {
      const refusal = new ProtocolError(
        'vp_request_not_found',
        'A link carries the request of this session, see deeplink.',
      )
      // The fetch must not be blamed on the wallet of a session by link.
      return { ...notServed(refusal, reading), events: [] }
    }
    const refusal = refusalOf(reading.gate)
    return refusal === null ? serve(reading, context) : notServed(refusal, reading)
  },
})

/** If no further response is examined, nobody should consent to one. */
const refusalOf = (gate: ResponseGate | null): ProtocolError | null =>
  gate === 'too_many_attempts'
    ? new ProtocolError(
        'vp_request_not_found',
        'Too many responses to this session were refused: create a new session.',
      )
    : requestRefusal({ consumed: gate === 'response_already_received', expired: gate === 'session_expired' })

const notServed = ({ code, description }: ProtocolError, reading: Reading | null): Decision => ({
  reply: jsonReply(404, { error: code, error_description: description }),
  sessionId: reading?.session.sessionId ?? null,
  events:
    reading === null || reading.onlyHead
      ? []
      : [{ type: 'vp_request_refused', detail: { reason: code, carrier: reading.carrier } }],
  effects: [],
})

/** Whether the test changes this reply; other tests change the request at creation. */
const changesEntries = (
  { changes: { claims, header, compact, browser } }: VerifierDeviation,
  { dcApi }: PresentationSession,
): boolean =>
  claims !== undefined ||
  browser !== undefined ||
  ((header !== undefined || compact !== undefined) && (dcApi?.entries ?? []).some(({ protocol }) => isSigned(protocol)))

async function serve({ session, now, onlyHead, carrier }: Reading, context: RequestContext): Promise<Decision> {
  const right = await makeDigitalRequest(session, { at: now, deviation: null }, context)
  const deviation = deviationOf(session)
  const wrong =
    deviation !== null && changesEntries(deviation, session)
      ? { deviation, ...(await makeDigitalRequest(session, { at: now, deviation }, context)) }
      : null
  return {
    reply: jsonReply(200, right.body),
    ...(wrong === null
      ? {}
      : { deviating: { deviation: deviationName(wrong.deviation), reply: jsonReply(200, wrong.body) } }),
    sessionId: session.sessionId,
    events: onlyHead
      ? []
      : [
          {
            type: 'vp_dc_api_request_delivered',
            detail: { entries: (session.dcApi?.entries ?? []).map(({ protocol }) => protocol), carrier },
          },
        ],
    effects: [],
    tokens: readTokens([
      ...[...right.made, ...(wrong?.made ?? [])].map((made) => signedForEvidence(made, session) ?? madeToken(made)),
      ...registrationsForEvidence({ ...session.request, ...session.dcApi?.unsigned }, session),
    ]),
  }
}
