import { sourceOf } from '../../engine/evidence/project-exchange'
import type { SourcedValue } from '../../engine/evidence/session-view'
import { exchangesOf, type PresentationEvidence, untilEnding } from '../../engine/sessions/session-evidence'
import type { PresentationSession, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { deviationOf } from '../deviations'
import { isDelivery, isOfPresentation, withoutReplays } from '../history/verifier-history'
import type { Carrier } from '../read/carrier'
import { redirectHistory } from '../read/redirect'
import { requestForEvidence } from '../read/request/request-for-evidence'
import { isBare, requestObjectClaims } from '../read/request/request-object'
import { lastCarrier } from './browser-calls'
import { type ObservedTransaction, observedTransactions } from './observed-transactions'
import { verifierEnding } from './verifier-standing'

/** Observations about the wallet. Not seen yet is `null` or `[]`, never absent. */
export interface PresentationObserved {
  /** Claims of the request as last delivered. */
  readonly request_uri_payload: SourcedValue
  /** The last response examined, redacted. */
  readonly wallet_response: SourcedValue
  readonly request_fetches: readonly JsonObject[]
  readonly wallet_nonce: Json
  readonly wallet_metadata: Json
  readonly wallet_error: JsonObject | null
  readonly response_jwe: JsonObject | null
  readonly presentations: readonly JsonObject[]
  readonly id_token: JsonObject | null
  /** When the wallet got the redirect_uri, and when a browser opened it; `null` without a redirect. */
  readonly redirect: { readonly returned_at: string; readonly followed_at: string | null } | null
  readonly user_agents: readonly string[]
  /** Entries of the transaction data, and what confirmed them; absent unless they are payments or over a PID. */
  readonly transactions?: readonly ObservedTransaction[]
  /** Carrier of the last response; absent for a request by link. */
  readonly carrier?: Carrier | null
}

/** Operations that fetch the request. */
const fetchOperations = ['getRequestObject', 'postRequestObject', 'getBrowserRequest'] as const

const responseOperations = ['sendPresentationResponse', 'sendPresentationResponseByState', 'sendBrowserResult'] as const

/** True for an exchange with a wallet response. A page posts other outcomes of its call to the same URL. */
export const isAnswer = ({ operation, body }: StoredExchange): boolean =>
  responseOperations.some((one) => one === operation) &&
  (operation !== 'sendBrowserResult' || (isObject(body) && body.outcome === 'answer'))

const answersIn = ({ exchanges }: Pick<PresentationEvidence, 'exchanges'>): StoredExchange[] =>
  exchanges.filter(isAnswer)

/** True for an exchange that delivered the request; `HEAD` fetches header fields only. RFC 9110 section 9.3.2 */
export const isFetch = ({ operation, method }: StoredExchange): boolean =>
  method !== 'HEAD' && fetchOperations.some((one) => one === operation)

/** Observations about the wallet, derived from the record. */
export function projectVerifierObserved(evidence: PresentationEvidence): PresentationObserved {
  const { session, events } = evidence
  const fetches = ofOperations(evidence, fetchOperations).filter(isFetch)
  const answers = withoutReplays(answersIn(evidence), events)
  const lastFetch = events.findLast(isDelivery) ?? null
  const lastAnswer = answers.at(-1) ?? null
  const transactions = observedTransactions(
    session,
    lastPresented(evidence, answers).map(({ detail }) => detail),
  )
  const posted = fetches.findLast(({ method }) => method === 'POST') ?? null
  return {
    request_uri_payload: {
      value: lastFetch === null ? null : requestForEvidence(lastDelivered(session, events), session),
      source:
        lastFetch === null ? null : session.dcApi === undefined ? 'request.response.body' : 'dc_api.response.body',
      also_seen_in: [],
    },
    wallet_response: {
      value: lastAnswer?.body ?? null,
      source: lastAnswer === null ? null : sourceOf(lastAnswer, 'body'),
      also_seen_in: [],
    },
    request_fetches: fetches.map(({ id, at, method, headers }) => ({
      exchange_id: id,
      at: toIso(at),
      method,
      accept: headers.accept ?? null,
      user_agent: headers['user-agent'] ?? null,
    })),
    wallet_nonce: lastFetch?.detail.wallet_nonce ?? null,
    wallet_metadata: memberOf(posted?.body ?? null, 'wallet_metadata'),
    wallet_error: events.findLast(({ type }) => type === 'vp_wallet_error_received')?.detail ?? null,
    response_jwe: decodedOf(answers, 'jwe').at(-1) ?? null,
    presentations: presentationsOf(evidence, answers),
    ...(transactions === null ? {} : { transactions }),
    id_token: decodedOf(answers, 'id_token').at(-1) ?? null,
    redirect: redirectOf(evidence),
    ...(session.dcApi === undefined ? {} : { carrier: lastCarrier(events) }),
    // Requests after the end do not come from the wallet that the outcome is about.
    user_agents: [
      ...new Set(untilEnding(evidence, verifierEnding(evidence)).exchanges.map(({ headers }) => headers['user-agent'])),
    ].filter((value): value is string => typeof value === 'string'),
  }
}

/** Request claims as last delivered, with that fetch's `wallet_nonce`. OID4VP-1FINAL-5.10 */
export function lastDelivered(session: PresentationSession, events: readonly StoredEvent[]): JsonObject {
  const fetch = events.findLast(isDelivery)
  const nonce = fetch?.detail.wallet_nonce
  return requestObjectClaims({
    request: session.request,
    issuedAt: fetch?.at ?? session.createdAt,
    expiresAt: session.expiresAt,
    walletNonce: typeof nonce === 'string' ? nonce : null,
    ...(isBare(session) ? { inLink: true } : {}),
    deviation: deviationOf(session),
  })
}

function redirectOf({ session, events, now }: PresentationEvidence): PresentationObserved['redirect'] {
  const { returnedAt, followedAt } = redirectHistory(session, events, now)
  if (returnedAt === null) return null
  return { returned_at: toIso(returnedAt), followed_at: followedAt === null ? null : toIso(followedAt) }
}

const ofOperations = (evidence: PresentationEvidence, operations: readonly string[]): StoredExchange[] =>
  operations.flatMap((operation) => exchangesOf(evidence, operation)).sort((one, other) => one.at - other.at)

const memberOf = (body: Json, name: string): Json => (isObject(body) ? ((body as JsonObject)[name] ?? null) : null)

const decodedOf = (exchanges: readonly StoredExchange[], kind: string): JsonObject[] =>
  exchanges.flatMap((exchange) =>
    exchange.decoded
      .filter((token) => token.kind === kind)
      .map((token) => ({ ...token, source: sourceOf(exchange, String(token.source)) })),
  )

/** Findings for each presentation of the last response with any, beside its decoded form. */
const presentationsOf = (evidence: PresentationEvidence, answers: readonly StoredExchange[]): JsonObject[] =>
  lastPresented(evidence, answers).map(({ detail, decoded }) => ({
    ...detail,
    ...credentialFacts(detail.format ?? null, decoded ?? undefined),
    decoded,
  }))

interface LastPresented {
  readonly detail: JsonObject
  readonly decoded: JsonObject | null
}

function lastPresented(
  { events }: Pick<PresentationEvidence, 'events'>,
  answers: readonly StoredExchange[],
): LastPresented[] {
  const last = events.findLast(isOfPresentation)
  if (last === undefined) return []
  const decoded = decodedOf(
    answers.filter(({ id }) => id === last.exchangeId),
    'presented_credential',
  )
  return events
    .filter((event) => isOfPresentation(event) && event.exchangeId === last.exchangeId)
    .map(({ detail }, place) => ({ detail, decoded: decoded[place] ?? null }))
}

/** A presented credential's issuer. */
export interface PresentedIssuer {
  readonly subject: { readonly query_id: string; readonly index: number }
  /** `iss` of an SD-JWT VC; `null` without one. */
  readonly iss: string | null
  /** AuthorityKeyIdentifier of the signing certificate, base64url; `null` without one. */
  readonly authority: string | null
}

/** Issuers of the last response's credentials, as far as the credentials tell. */
export function presentedIssuers(evidence: PresentationEvidence): PresentedIssuer[] {
  const answers = withoutReplays(answersIn(evidence), evidence.events)
  return lastPresented(evidence, answers).map(({ detail, decoded }) => {
    const { issuer, issuer_chain: chain = null } = credentialFacts(detail.format ?? null, decoded ?? undefined)
    const authority = memberOf(memberOf(chain, 'leaf'), 'aki')
    return {
      subject: { query_id: String(detail.query_id), index: Number(detail.index) },
      iss: detail.format !== 'mso_mdoc' && typeof issuer === 'string' ? issuer : null,
      authority: typeof authority === 'string' ? authority : null,
    }
  })
}

/** Type and issuer of a presented credential, from its decoded form. */
function credentialFacts(format: Json, decoded: JsonObject = {}): JsonObject {
  if (format === 'mso_mdoc') {
    const [document = null] = Array.isArray(decoded.documents) ? decoded.documents : []
    const chain = memberOf(memberOf(document, 'issuer_auth'), 'x5chain')
    return {
      doctype: memberOf(document, 'doc_type'),
      // An mdoc names its issuer in the certificate only.
      issuer: memberOf(memberOf(chain, 'leaf'), 'subject'),
      issuer_chain: chain,
    }
  }
  const claims = decoded.claims ?? null
  return {
    vct: memberOf(claims, 'vct'),
    issuer: memberOf(claims, 'iss'),
    issuer_chain: memberOf(decoded.header ?? null, 'x5c'),
  }
}

/**
 * Whether all credentials of the last response were issued by the followed session; `null` without one, or while either
 * side shows nothing.
 */
export function issuedCameBack({ events }: Pick<PresentationEvidence, 'events'>): boolean | null {
  const presented = events.filter(isOfPresentation)
  const last = presented.at(-1)
  const known = presented
    .filter(({ exchangeId }) => exchangeId === last?.exchangeId)
    .flatMap(({ detail }) => (typeof detail.issued_before === 'boolean' ? [detail.issued_before] : []))
  return known.length === 0 ? null : known.every((issued) => issued)
}

/** Notice for a wallet that presented something else: no rule forbids that, but the issued credential went untested. */
export const otherCredentialNotice =
  'The wallet presented another credential: its key is not the one that the credential was issued for.'
