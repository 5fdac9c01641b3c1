import type { Session, StoredEvent } from '../../ground/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../ground/time/time'

/**
 * When a session ends: with its offer, or when its last access token expires, if that is later. Until then a wallet may
 * still fetch its credential, so a session never ends first and issues afterwards.
 */
export function sessionEnd(session: Session, events: readonly StoredEvent[]): EpochMillis {
  const ends = events.flatMap(({ type, at, detail }) =>
    type === 'token_issued' && typeof detail.expires_in === 'number' ? [addSeconds(at, detail.expires_in)] : [],
  )
  return epochMillis(Math.max(session.expiresAt, ...ends))
}
