import type { Session, StoredEvent } from '../../shared/ports/store-types'
import { redirectSeconds } from '../../shared/time/durations'
import { addSeconds, type EpochMillis, epochMillis } from '../../shared/time/time'

/**
 * When a session expires: with its offer or request, or later with its last access token, the time to return for a
 * deferred credential, or the time to open a `redirect_uri`. A refresh extends it. Until then a wallet may still fetch
 * its credential, so no session ends first and issues afterwards.
 */
export function expiryOf(session: Pick<Session, 'expiresAt'>, events: readonly StoredEvent[]): EpochMillis {
  let end = session.expiresAt
  for (const { type, at, detail } of events) {
    // A later offer reopens a session.
    if (type === 'credential_offer_generated' && typeof detail.expires_in === 'number')
      end = epochMillis(Math.max(end, addSeconds(at, detail.expires_in)))
    // A wallet may return at any time while its issuer is served.
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

/** When a session ends: by expiry, or by the tester of its campaign. */
export function sessionEnd(session: Pick<Session, 'expiresAt'>, events: readonly StoredEvent[]): EpochMillis {
  const ended = events.find(({ type }) => type === 'campaign_session_ended')
  const expiry = expiryOf(session, events)
  return ended === undefined ? expiry : epochMillis(Math.min(expiry, ended.at))
}
