import type { PresentationSession, StoredEvent } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'

/** What happened in a session before a request, folded from its events. */
export interface VerifierHistory {
  /** When the answer that counts arrived: later ones are replays. */
  readonly consumedAt: EpochMillis | null
  readonly expired: boolean
  /** Answers that were looked into. */
  readonly attempts: number
  /** Fetches of the request, without those of link previews. */
  readonly fetches: number
  readonly firstFetchedAt: EpochMillis | null
  readonly lastFetchedAt: EpochMillis | null
  /** `issuer` of the metadata that the wallet sent last; `null` when it sent none. */
  readonly walletIssuer: string | null
  /** The wallet sent a `wallet_nonce` with a fetch. */
  readonly walletNonceSent: boolean
  /** Details of the error responses, oldest first. */
  readonly errors: readonly JsonObject[]
}

/** Events of an answer that was looked into. Each tells in `consumed` whether the session ended with it. */
export const answerEvents = [
  'vp_presentation_response_received',
  'vp_wallet_error_received',
  'vp_authorization_code_received',
] as const

/** Events that tell what was found of one presentation. Of a refused one that is never `vp_presentation_verified`. */
export const presentedEvents = ['vp_presentation_verified', 'vp_presentation_examined'] as const

/** True for an event that tells what was found of one presentation. */
export const isOfPresentation = ({ type }: Pick<StoredEvent, 'type'>): boolean =>
  presentedEvents.some((one) => one === type)

/** The answer that the session ended with; `undefined` while there is none. */
export const consumedAnswer = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.find(({ type, detail }) => answerEvents.some((answer) => answer === type) && detail.consumed === true)

/** Exchanges with an answer that came when the session had ended with another one. OID4VP-1FINAL-14.1.2 */
export const replays = (events: readonly StoredEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap(({ type, exchangeId }) => (type === 'vp_response_replayed' && exchangeId ? [exchangeId] : [])))

/** Exchanges with a fetch of the request that came when the session had ended, and was refused for that. */
export function lateFetches(events: readonly StoredEvent[]): ReadonlySet<string> {
  const end = consumedAnswer(events)
  const later = end === undefined ? [] : events.slice(events.indexOf(end) + 1)
  return new Set(
    later.flatMap(({ type, exchangeId }) => (type === 'vp_request_refused' && exchangeId ? [exchangeId] : [])),
  )
}

/** Exchanges without such answers: only those that were read say what the wallet showed. */
export function withoutReplays<Of extends { readonly id: string }>(
  exchanges: readonly Of[],
  events: readonly StoredEvent[],
): Of[] {
  const late = replays(events)
  return exchanges.filter(({ id }) => !late.has(id))
}

/** True where the wallet sent a `wallet_nonce` with a fetch of the request. */
export const sentWalletNonce = (events: readonly StoredEvent[]): boolean =>
  events.some(({ type, detail }) => type === 'vp_request_retrieved' && detail.wallet_nonce_present === true)

/** Folds the events of a session, oldest first. */
export function verifierHistory(
  session: PresentationSession,
  events: readonly StoredEvent[],
  now: EpochMillis,
): VerifierHistory {
  const fetched = events.filter(({ type }) => type === 'vp_request_retrieved')
  const answers = events.filter(({ type }) => answerEvents.some((answer) => answer === type))
  const issuer = fetched.findLast(({ detail }) => typeof detail.wallet_issuer === 'string')?.detail.wallet_issuer
  return {
    consumedAt: consumedAnswer(events)?.at ?? null,
    expired: session.expiresAt <= now,
    // An answer may have two events: a code that came beside a presentation, an error too.
    attempts: new Set(answers.map(({ exchangeId, id }) => exchangeId ?? id)).size,
    fetches: fetched.length,
    firstFetchedAt: fetched[0]?.at ?? null,
    lastFetchedAt: fetched.at(-1)?.at ?? null,
    walletIssuer: typeof issuer === 'string' ? issuer : null,
    walletNonceSent: sentWalletNonce(events),
    errors: answers.filter(({ type }) => type === 'vp_wallet_error_received').map(({ detail }) => detail),
  }
}

/** Whole seconds that an answer came after another; 0 for one that arrived first and was judged second. */
export const secondsAfter = (first: EpochMillis, now: EpochMillis): number =>
  Math.max(0, Math.floor((now - first) / 1000))
