import {
  againAfter,
  type FlowSteps,
  nextStepFrom,
  type RefusedRequest,
  type Survivor,
  standingRefusal,
} from '../../engine/evidence/next-step'
import type { NextStep, SessionCause } from '../../engine/evidence/z-session-view'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { walletProtocolOf } from '../../shared/http/exchange'
import type { StoredExchange } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { isObject } from '../../shared/values/json'
import { verifierHistory } from '../history/verifier-history'
import { responseGate } from '../read/response/response-reading'

const responses: readonly string[] = [
  'sendPresentationResponse',
  'sendPresentationResponseByState',
  'sendBrowserResult',
]

const fetches: readonly string[] = ['getRequestObject', 'postRequestObject']

/**
 * What became of the request of a presentation, from storage: the row of the response that used it up, its time, and
 * how many responses were refused.
 */
export function requestSurvives(
  { session, events, exchanges, rows = [] }: PresentationEvidence,
  now: EpochMillis,
): readonly Survivor[] {
  const name = session.dcApi === undefined ? 'request' : 'request of the page'
  const head = { kind: 'presentation_request', name, carried: false, until: null, by: null } as const
  const answer = rows.find(({ kind }) => kind === 'vp_response')
  const exchange = answer && exchanges.find(({ id }) => id === answer.exchangeId)
  if (answer !== undefined) {
    const refused = exchange !== undefined && isRefused(exchange)
    const ended = refused ? 'refused_use' : 'used'
    return [{ ...head, lives: false, ended, endedAt: exchange?.at ?? null, by: answer.exchangeId }]
  }
  if (session.expiresAt <= now) return [{ ...head, lives: false, ended: 'expired', endedAt: session.expiresAt }]
  if (responseGate(verifierHistory(session, events, now)) !== null) {
    const last = exchanges.findLast((one) => isResponse(one) && isRefused(one))
    return [{ ...head, lives: false, ended: 'refused_use', endedAt: last?.at ?? null, by: last?.id ?? null }]
  }
  return [{ ...head, lives: true, until: session.expiresAt, ended: null, endedAt: null }]
}

const isRefused = ({ response }: StoredExchange): boolean => (response.status ?? 0) >= 400

/** What a request was meant for, also at a wrong address or by a wrong method; `null` if nothing tells. */
function meantFor({ operation, method, path, body, query }: StoredExchange): string | null {
  // What an issuer answers is no part of this flow, whatever it is called there.
  if (operation !== null && walletProtocolOf({ path }) === 'openid4vp')
    return operation === 'getBrowserRequest' ? null : operation
  const sent = [body, query].some((part) => isObject(part) && ('vp_token' in part || 'response' in part))
  const end = path.split('/').findLast((part) => part !== '')
  if (sent || end === 'response') return 'sendPresentationResponse'
  return end === 'request' ? (method === 'POST' ? 'postRequestObject' : 'getRequestObject') : null
}

const isResponse = (exchange: StoredExchange): boolean => responses.includes(meantFor(exchange) ?? '')

const byLink: FlowSteps = {
  from: [
    {
      kind: 'presentation_request',
      operation: 'sendPresentationResponse',
      do: 'Send the response to the response_uri of the request.',
    },
  ],
  anew: 'Start a new session: it makes a new request.',
}

const byBrowser: FlowSteps = {
  ...byLink,
  from: [
    {
      kind: 'presentation_request',
      operation: 'sendBrowserResult',
      do: 'Ask again on the page of this session.',
    },
  ],
}

/**
 * What a wallet can do after a refused request, by whether the request of the presentation still accepts a response;
 * `null` unless the session stands at a refusal.
 * @param cause what is told of the failure; its fix comes first if it is about the refused request
 */
export function verifierNextStep(
  evidence: PresentationEvidence,
  cause: Pick<SessionCause, 'exchange_id' | 'fix' | 'acts'> | null,
  now: EpochMillis,
): NextStep | null {
  const { session, events, exchanges } = evidence
  // An answer that was accepted, and then refused on purpose.
  const accepted = new Set(
    events.flatMap(({ type, exchangeId, detail }) =>
      type === 'answer_altered' && exchangeId && Number(detail.decided_status) < 400 ? [exchangeId] : [],
    ),
  )
  const refused = standingRefusal(
    exchanges.filter(({ origin }) => origin === 'wallet' || origin === 'user_agent'),
    {
      isRefused: (one) => isRefused(one) && !accepted.has(one.id),
      isOfFlow: isResponse,
      hasEndpoint: ({ operation }) => operation !== null,
    },
  )
  if (refused === null) return null
  const living = requestSurvives(evidence, now)
  if (session.dcApi !== undefined)
    return nextStepFrom(
      { operation: null, what: 'response', needs: ['presentation_request'], again: '' },
      living,
      byBrowser,
    )
  return nextStepFrom(requestOf(refused, cause), living, byLink)
}

function requestOf(refused: StoredExchange, cause: Parameters<typeof verifierNextStep>[1]): RefusedRequest {
  const operation = meantFor(refused)
  const isFetch = fetches.includes(operation ?? '')
  const what = isResponse(refused) ? 'response' : 'request'
  return {
    operation,
    what,
    needs: operation === null || isResponse(refused) || isFetch ? ['presentation_request'] : [],
    again: againAfter(what, refused, cause),
  }
}
