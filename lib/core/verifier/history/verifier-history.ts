import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { isObject, type JsonObject } from '../../shared/values/json'

/** What the wallet sent with its fetches, as far as a test depends on it. */
export interface FetchFacts {
  readonly walletNonceSent: boolean
  /** Whether it sent a key to encrypt the request to. */
  readonly walletKeySent: boolean
  /** Supported algorithms beyond the mandatory ones. */
  readonly announcedAlgorithms: readonly string[]
}

/** State of a session before a request, folded from events. */
export interface VerifierHistory extends FetchFacts {
  /** Arrival of the response that ended the session; later ones are replays. */
  readonly consumedAt: EpochMillis | null
  readonly expired: boolean
  /** Number of responses examined. */
  readonly attempts: number
  /** Number of request fetches, without link previews. */
  readonly fetches: number
  readonly firstFetchedAt: EpochMillis | null
  readonly lastFetchedAt: EpochMillis | null
  /** `issuer` of the last wallet metadata; `null` if absent. */
  readonly walletIssuer: string | null
  /** `wallet_nonce` of the last fetch; `null` if absent or not usable. */
  readonly walletNonce: string | null
  /** Details of error responses, oldest first. */
  readonly errors: readonly JsonObject[]
}

/** Events of an examined response. `consumed`: it ended the session. */
export const answerEvents = [
  'vp_presentation_response_received',
  'vp_wallet_error_received',
  'vp_authorization_code_received',
] as const

/** Events with the findings on one presentation; `vp_presentation_verified` only if not refused. */
export const presentedEvents = ['vp_presentation_verified', 'vp_presentation_examined'] as const

/** True for an event that delivered the request to a fetching wallet, or to the page that passes it to a browser. */
export const isDelivery = ({ type }: Pick<StoredEvent, 'type'>): boolean =>
  type === 'vp_request_retrieved' || type === 'vp_dc_api_request_delivered'

/** True for an event about a single presentation. */
export const isOfPresentation = ({ type }: Pick<StoredEvent, 'type'>): boolean =>
  presentedEvents.some((one) => one === type)

/** The response that ended the session; `undefined` while there is none. */
export const consumedAnswer = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.find(({ type, detail }) => answerEvents.some((answer) => answer === type) && detail.consumed === true)

/** The response that was taken although only its tester has the key to decrypt it. */
export const sealedAnswer = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.find(({ detail }) => detail.cannot_be_decrypted === true && detail.consumed === true)

/** Exchanges with a response after the one that ended the session. OID4VP-1FINAL-14.1.2 */
export const replays = (events: readonly StoredEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap(({ type, exchangeId }) => (type === 'vp_response_replayed' && exchangeId ? [exchangeId] : [])))

/** Exchanges with a request fetch refused because the session had ended. */
export function lateFetches(events: readonly StoredEvent[]): ReadonlySet<string> {
  const end = consumedAnswer(events)
  const later = end === undefined ? [] : events.slice(events.indexOf(end) + 1)
  return new Set(
    later.flatMap(({ type, exchangeId }) => (type === 'vp_request_refused' && exchangeId ? [exchangeId] : [])),
  )
}

/** Drops replayed responses: they were not read, so they show nothing about the wallet. */
export function withoutReplays<Of extends { readonly id: string }>(
  exchanges: readonly Of[],
  events: readonly StoredEvent[],
): Of[] {
  const late = replays(events)
  return exchanges.filter(({ id }) => !late.has(id))
}

/** Folds what the wallet sent with its request fetches. */
export function fetchFacts(events: readonly StoredEvent[]): FetchFacts {
  const fetches = events.flatMap(({ type, detail }) => (type === 'vp_request_retrieved' ? [detail] : []))
  return {
    walletNonceSent: fetches.some((detail) => detail.wallet_nonce_present === true),
    walletKeySent: fetches.some((detail) => detail.encrypted === true || detail.left_unencrypted === true),
    announcedAlgorithms: fetches.flatMap(({ announced }) =>
      isObject(announced) && Array.isArray(announced.request_algs) ? announced.request_algs.map(String) : [],
    ),
  }
}

/** Folds the events of a session, oldest first. */
export function verifierHistory(
  session: PresentationSession,
  events: readonly StoredEvent[],
  now: EpochMillis,
): VerifierHistory {
  const fetched = events.filter(isDelivery)
  const answers = events.filter(({ type }) => answerEvents.some((answer) => answer === type))
  const walletNonce = fetched.at(-1)?.detail.wallet_nonce
  const issuer = fetched.findLast(({ detail }) => typeof detail.wallet_issuer === 'string')?.detail.wallet_issuer
  return {
    consumedAt: consumedAnswer(events)?.at ?? null,
    expired: session.expiresAt <= now,
    // One response may have two events: a code can come with a presentation or an error.
    attempts: new Set(answers.map(({ exchangeId, id }) => exchangeId ?? id)).size,
    fetches: fetched.length,
    firstFetchedAt: fetched[0]?.at ?? null,
    lastFetchedAt: fetched.at(-1)?.at ?? null,
    walletIssuer: typeof issuer === 'string' ? issuer : null,
    walletNonce: typeof walletNonce === 'string' ? walletNonce : null,
    ...fetchFacts(events),
    errors: answers.filter(({ type }) => type === 'vp_wallet_error_received').map(({ detail }) => detail),
  }
}

/** Whole seconds between two responses; 0 if the later one was judged first. */
export const secondsAfter = (first: EpochMillis, now: EpochMillis): number =>
  Math.max(0, Math.floor((now - first) / 1000))

/** The parts of an event needed here, in storage and in a read-back. */
export interface OfRecord {
  readonly type: string
  readonly detail: JsonObject
}

/** Trust resources of a verifier that a wallet can read. */
type Resource = 'list' | 'status' | 'crl' | 'register' | 'ca'

/**
 * Reads of a trust resource at session-specific URLs, oldest first. Reads at shared URLs are only inferred, so they are
 * not judged.
 */
export const trustReads = <Of extends OfRecord = StoredEvent>(
  events: readonly Of[],
  resource: Resource,
): readonly Of[] =>
  events.filter(
    ({ type, detail }) => type === 'vp_trust_resource_read' && detail.resource === resource && detail.by !== 'client',
  )

/** True if the status list of the registration certificate was read. */
export const readRegistrationStatus = (events: readonly OfRecord[]): boolean => trustReads(events, 'status').length > 0
