import type { Session, StoredEvent } from '../../ground/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../ground/time/time'

/**
 * When a session ends: with its offer, or later, when the last access token that it gave out ends. Until then a wallet
 * may still fetch what it was promised, so a session never ends first and issues afterwards.
 */
export function sessionEnd(session: Session, events: readonly StoredEvent[]): EpochMillis {
  const ends = events.flatMap(({ type, at, detail }) =>
    type === 'token_issued' && typeof detail.expires_in === 'number' ? [addSeconds(at, detail.expires_in)] : [],
  )
  return epochMillis(Math.max(session.expiresAt, ...ends))
}
