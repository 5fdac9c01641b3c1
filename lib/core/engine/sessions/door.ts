import type { Session, StoredEvent } from '../../shared/ports/store-types'

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
