import type { StoredEventType } from '../../../shared/ports/event-type'
import type { StoredEvent, StoredExchange } from '../../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../../shared/time/time'

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

/** Events of a session before its wallet did more than read. */
const beforehand: ReadonlySet<StoredEventType> = new Set<StoredEventType>([
  'session_created',
  'vp_session_created',
  'laboratory_created',
  'laboratory_made_room',
  'credential_offer_generated',
  'credential_deeplink_generated',
  'vp_deeplink_generated',
  'offer_retrieved',
  'vp_request_retrieved',
  'answer_altered',
  'session_named',
  'trust_resource_read',
  'vp_trust_resource_read',
  'vp_did_document_fetched',
  'status_list_retrieved',
  'request_may_belong',
  'reference_wallet_started',
  // What it was depends on its exchange.
  'unexpected_request',
])

/** Whether nothing but fetching has happened: no pushed request, no token, no response, no refusal. */
const onlyFetched = ({ events, exchanges }: NewestTurn): boolean =>
  events.every(({ type }) => beforehand.has(type)) && exchanges.every(isRead)

const isRead = ({ method, operation }: Pick<StoredExchange, 'method' | 'operation'>): boolean =>
  operation === null
    ? ['GET', 'HEAD', 'OPTIONS'].includes(method)
    : operation.startsWith('get') || operation === 'postRequestObject'
