import type { StoredEventType } from '../../../shared/ports/event-type'
import type { StoredEvent, StoredExchange } from '../../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../../shared/time/time'
import { onlyFetched } from '../../sessions/door'

/** Within this time of its last fetch, a wallet that fetches again is in the same session. */
const turnSeconds = 120

/** The newest session that a door made for a client, or for a value of `run`. */
export interface NewestTurn {
  readonly createdAt: EpochMillis
  readonly expiresAt: EpochMillis
  /** Digest of the settings that it was made with. */
  readonly settings: string
  readonly events: readonly Pick<StoredEvent, 'type' | 'at'>[]
  readonly exchanges: readonly Pick<StoredExchange, 'method' | 'operation'>[]
}

/** A fetch at a door. */
export interface Arrival {
  /** The value of `run`; `null` without one. */
  readonly run: string | null
  /** Digest of the settings now. */
  readonly settings: string
  readonly now: EpochMillis
}

/**
 * Whether a fetch at a door continues the newest session there or makes a new one. Wallets fetch twice, at once or after a
 * screen, and must get equal values; a new scan must get new ones. `newest`: of this door, wing and client, or of this
 * value of `run`, which always continues; `null` for none.
 */
export function turnOf(newest: NewestTurn | null, { run, settings, now }: Arrival): 'continue' | 'new' {
  if (newest === null) return 'new'
  if (run !== null) return 'continue'
  const lastFetch = Math.max(newest.createdAt, ...newest.events.filter(isFetch).map(({ at }) => at))
  const isSame =
    newest.settings === settings &&
    newest.expiresAt > now &&
    now <= addSeconds(lastFetch as EpochMillis, turnSeconds) &&
    onlyFetched(newest)
  return isSame ? 'continue' : 'new'
}

const isFetch = ({ type }: { readonly type: StoredEventType }): boolean =>
  type === 'offer_retrieved' || type === 'vp_request_retrieved'
