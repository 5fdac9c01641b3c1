import type { Exchange } from '../../ground/http/exchange'
import { digestOf } from '../../ground/ports/digest-of'
import type { SessionId } from '../../ground/ports/ids'
import type { Seeker } from '../../ground/ports/places'
import type { Ports } from '../../ground/ports/ports'

/**
 * Whose places the answer of a wallet takes: those of the network that it comes from, or of the operator where the session was made
 * with the operator token. A wallet has no token itself. Throws StoreUnavailable.
 */
export async function seekerInSession(
  sessionId: SessionId,
  {
    exchange,
    ports,
  }: { readonly exchange: Pick<Exchange, 'remoteAddress'>; readonly ports: Pick<Ports, 'store' | 'sha256'> },
): Promise<Seeker> {
  const mark = await ports.store.oneTimeValue('made_with_token', digestOf(sessionId, ports.sha256))
  return { remoteAddress: exchange.remoteAddress, isOperator: mark !== null }
}
