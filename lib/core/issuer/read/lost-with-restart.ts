import type { ExchangeId } from '../../ground/ports/ids'
import type { StoredEvent } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'

/**
 * The exchange of a session whose response may never have reached the wallet: the last one before this process began to
 * answer, since a response is on record before it is sent. `null` if nothing came before. What a wallet does without that
 * response is not held against it.
 * @param events of the session, oldest first
 */
export const lostWithRestart = (
  events: readonly StoredEvent[],
  { startedAt }: { readonly startedAt?: EpochMillis },
): ExchangeId | null =>
  startedAt === undefined
    ? null
    : (events.findLast(({ at, exchangeId }) => exchangeId !== null && at < startedAt)?.exchangeId ?? null)
