import type { StoredEventType } from '../../shared/ports/event-type'
import type { Session, StoredEvent, StoredExchange } from '../../shared/ports/store-types'

/** What started a session that a wallet's fetch at the address of a workbench made. */
export const scanned = 'scan'

/**
 * Whether two wallets may be in a session: it came of a scan that named no run, and its document was fetched more than once.
 * Equal phones behind one address look like one client.
 */
export const mayBeTwoWallets = (
  { startedBy, workbench }: Pick<Session, 'startedBy' | 'workbench'>,
  events: readonly Pick<StoredEvent, 'type'>[],
): boolean =>
  workbench !== undefined && startedBy === scanned && events.filter(({ type }) => type === 'offer_retrieved').length > 1

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

interface Fetched {
  readonly events: readonly Pick<StoredEvent, 'type'>[]
  readonly exchanges: readonly Pick<StoredExchange, 'method' | 'operation'>[]
}

/** Whether nothing but fetching has happened: no pushed request, no token, no response, no refusal. */
export const onlyFetched = ({ events, exchanges }: Fetched): boolean =>
  events.every(({ type }) => beforehand.has(type)) && exchanges.every(isRead)

const isRead = ({ method, operation }: Pick<StoredExchange, 'method' | 'operation'>): boolean =>
  operation === null
    ? ['GET', 'HEAD', 'OPTIONS'].includes(method)
    : operation.startsWith('get') || operation === 'postRequestObject'

/** Whether a wallet opened a session of a workbench by its code, and did nothing more. */
export const onlyOpened = (
  { startedBy, workbench }: Pick<Session, 'startedBy' | 'workbench'>,
  evidence: Fetched,
): boolean => workbench !== undefined && /^(scan$|run )/.test(startedBy ?? '') && onlyFetched(evidence)
