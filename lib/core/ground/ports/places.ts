import type { Exchange } from '../http/exchange'
import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'
import type { ExchangeId } from './ids'

/** Who asks for a place in something that all clients of the installation share. */
export interface Seeker {
  readonly remoteAddress: string
  /** The request has the operator token; false where none is configured. */
  readonly isOperator: boolean
}

/** Why there is none: the seeker's network has its share, strangers have all that is not the operator's, or there are no more. */
export type Lack = 'network' | 'strangers' | 'all'

/** No place, and why not, as a sentence too. */
export interface NoPlace {
  readonly lack: Lack
  readonly because: string
}

/** Places for laboratories: all that the installation serves at a time, shared by all who make them. */
export interface LaboratoryPlaces {
  /**
   * Keeps a place for the laboratory of this issuer until its session is committed, or its exchange is answered. When all are taken,
   * the one that no request touched for longest makes room, if that is a day. Throws ProtocolError with `too_many_requests` where
   * there is none, and StoreUnavailable.
   */
  take(asked: {
    readonly exchange: ExchangeId
    readonly issuerId: string
    readonly seeker: Seeker
    readonly at: EpochMillis
  }): Promise<void>
  /** What is kept with a laboratory of who made it, and when. */
  factsOf(seeker: Seeker, at: EpochMillis): JsonObject
}

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
