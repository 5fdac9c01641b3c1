import type { StoredEventType } from '../../../../ground/ports/event-type'
import type { StoredEvent } from '../../../../ground/ports/store-types'
import type { EpochMillis } from '../../../../ground/time/time'
import { lostWithRestart } from '../../lost-with-restart'
import type { DpopRole } from './dpop-nonce'
import type { DpopHistory } from './dpop-reading'

/** Events whose answer carried a `DPoP-Nonce` header, with the server role. */
const offersNonce: Readonly<Partial<Record<StoredEventType, DpopRole>>> = {
  par_accepted: 'as',
  token_issued: 'as',
  token_refreshed: 'as',
  credential_issued: 'rs',
  credential_deferred: 'rs',
  deferred_polled: 'rs',
  nonce_issued: 'rs',
}

/**
 * What the earlier events of a session say about DPoP: nonces offered, keys used, and whether the last answer of this
 * endpoint was a nonce challenge. What a response said that may have got lost with a restart is kept apart.
 */
export function readDpopHistory(
  all: readonly StoredEvent[],
  endpoint: 'par' | 'token' | 'credential' | 'deferred' | 'notification',
  ports: Parameters<typeof lostWithRestart>[1],
): DpopHistory {
  const events = sinceLaterOffer(all)
  const exchangeId = lostWithRestart(events, ports)
  if (exchangeId === null) return { ...historyOf(events, endpoint), lost: null }
  const received = historyOf(
    events.filter((event) => event.exchangeId !== exchangeId),
    endpoint,
  )
  const { as, rs } = historyOf(
    events.filter((event) => event.exchangeId === exchangeId),
    endpoint,
  ).nonceOfferedAt
  const { thumbprints } = historyOf(events, endpoint)
  const since = events.slice(events.findLastIndex((event) => event.exchangeId === exchangeId) + 1)
  const seenSince = historyOf(since, endpoint).thumbprints
  return {
    ...received,
    thumbprints,
    lost: {
      exchangeId,
      nonceOf: as !== null ? 'as' : rs !== null ? 'rs' : null,
      thumbprints: thumbprints.filter((one) => !seenSince.includes(one)),
    },
  }
}

/** A later offer begins a flow of its own, in which a wallet knows no nonce yet. */
const sinceLaterOffer = (events: readonly StoredEvent[]): readonly StoredEvent[] =>
  events.slice(
    events.findLastIndex(({ type, detail }) => type === 'credential_offer_generated' && 'expires_in' in detail) + 1,
  )

function historyOf(
  events: readonly StoredEvent[],
  endpoint: 'par' | 'token' | 'credential' | 'deferred' | 'notification',
): Omit<DpopHistory, 'lost'> {
  const offered: Record<DpopRole, EpochMillis | null> = { as: null, rs: null }
  const thumbprints: string[] = []
  let challenge: DpopHistory['challenge'] = null
  for (const { type, detail, at } of events) {
    const role = type === 'dpop_nonce_challenged' ? roleOf(detail.endpoint) : offersNonce[type]
    if (role && detail.dpop_nonce !== 'off') offered[role] = at
    // A new authorization may use a new key, and so may a refresh: earlier keys are no longer compared.
    if (type === 'par_accepted' || type === 'token_refreshed') thumbprints.length = 0
    if (typeof detail.jkt === 'string' && !thumbprints.includes(detail.jkt)) thumbprints.push(detail.jkt)
    if (type === `${endpoint}_received` || type === `${endpoint}_request_received` || type === `${endpoint}_polled`)
      challenge = null
    if (type === 'dpop_nonce_challenged' && detail.endpoint === endpoint) {
      challenge = { jti: typeof detail.jti === 'string' ? detail.jti : null }
    }
  }
  return { nonceOfferedAt: offered, thumbprints: endpoint === 'par' ? [] : thumbprints, challenge }
}

const roleOf = (endpoint: unknown): DpopRole =>
  endpoint === 'credential' || endpoint === 'deferred' || endpoint === 'notification' ? 'rs' : 'as'
