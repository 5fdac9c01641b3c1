import type { ExchangeId } from '../../shared/ports/ids'
import type { StoredEvent } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'

/**
 * The exchange whose response may never have reached the wallet: the last before this process started, since responses
 * are recorded before they are sent. `null` if there was none. The wallet is not blamed for acting without it.
 * @param events of the session, oldest first
 */
export const lostWithRestart = (
  events: readonly StoredEvent[],
  { startedAt }: { readonly startedAt?: EpochMillis },
): ExchangeId | null =>
  startedAt === undefined
    ? null
    : (events.findLast(({ at, exchangeId }) => exchangeId !== null && at < startedAt)?.exchangeId ?? null)
