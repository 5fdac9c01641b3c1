import type { DecidedEffect } from '../../engine/endpoints/endpoint'
import { oneTimeRow } from '../../engine/endpoints/one-time'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { SessionId } from '../../ground/ports/ids'

/** How long a decision is remembered as the first one: as long as any laboratory is served. */
const memorySeconds = 30 * 86_400

/**
 * What makes a decision about a deferred credential the only one: of two at once, by the tester or by the request of a wallet,
 * one loses the race, is decided again, and sees the other.
 * @param transaction digest of the `transaction_id`
 */
export const onlyDecision = (
  { transaction, sessionId }: { readonly transaction: string; readonly sessionId: SessionId | null },
  context: RequestContext,
): DecidedEffect => ({
  type: 'grant',
  secret: null,
  value: oneTimeRow(context, {
    kind: 'transaction_id',
    value: `decided.${transaction}`,
    sessionId,
    ttlSeconds: memorySeconds,
  }),
})
