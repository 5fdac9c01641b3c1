import type { Session, StoredEvent } from '../../ground/ports/store-types'
import { redirectSeconds } from '../../ground/time/durations'
import { addSeconds, type EpochMillis, epochMillis } from '../../ground/time/time'

/**
 * When the time of a session ends: with its offer or its request, or later with its last access token, with the time that
 * a wallet has to come back for a deferred credential, or with that which a browser has to open a `redirect_uri`. A refresh
 * begins it anew. Until then a wallet may still fetch its credential, so a session never ends
 * first and issues afterwards.
 */
export function expiryOf(session: Pick<Session, 'expiresAt'>, events: readonly StoredEvent[]): EpochMillis {
  let end = session.expiresAt
  for (const { type, at, detail } of events) {
    // A later offer opens a session again.
    if (type === 'credential_offer_generated' && typeof detail.expires_in === 'number')
      end = epochMillis(Math.max(end, addSeconds(at, detail.expires_in)))
    // A wallet comes back when it likes, as long as its issuer is served.
    if (at >= end && type !== 'token_refreshed') continue
    const seconds =
      type === 'token_issued' || type === 'token_refreshed'
        ? detail.expires_in
        : type === 'credential_deferred' || type === 'deferred_polled'
          ? detail.open_seconds
          : type === 'vp_redirect_returned'
            ? redirectSeconds
            : null
    if (typeof seconds === 'number') end = epochMillis(Math.max(end, addSeconds(at, seconds)))
  }
  return end
}

/** When a session ends: when its time does, or when the tester of its campaign ended it. */
export function sessionEnd(session: Pick<Session, 'expiresAt'>, events: readonly StoredEvent[]): EpochMillis {
  const ended = events.find(({ type }) => type === 'campaign_session_ended')
  const expiry = expiryOf(session, events)
  return ended === undefined ? expiry : epochMillis(Math.min(expiry, ended.at))
}
