import type { Exchange } from '../http/exchange'
import type { Seeker } from './places'

/** Who sends a request: with or without the operator token; `anybody` if no token is configured. */
export type Asker = 'operator' | 'stranger' | 'anybody'

/** Who asks for a place, where a request needs one. */
export const seekerOf = ({
  exchange,
  asker,
}: {
  readonly exchange: Pick<Exchange, 'remoteAddress'>
  readonly asker: Asker
}): Seeker => ({ remoteAddress: exchange.remoteAddress, isOperator: asker === 'operator' })
