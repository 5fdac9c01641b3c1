import type { Exchange } from '../http/exchange'
import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'
import type { ExchangeId } from './ids'

/** A client that asks for a share of a limited resource. */
export interface Seeker {
  readonly remoteAddress: string
  /** The request carries the operator token; false if none is configured. */
  readonly isOperator: boolean
}

/**
 * Why a place was denied: the seeker's network used up its share, strangers used up theirs, or all places are taken.
 */
export type Lack = 'network' | 'strangers' | 'all'

/** A denied place, with a sentence that says why. */
export interface NoPlace {
  readonly lack: Lack
  readonly because: string
}

/** Limits how many laboratories the installation serves at a time. */
export interface LaboratoryPlaces {
  /**
   * Reserves a place for this issuer's laboratory until its session is committed or its exchange is answered. If all
   * are taken, the least recently used one makes room, provided that it was idle for a day. Throws ProtocolError with
   * `too_many_requests` if there is none, and StoreUnavailable.
   */
  take(asked: {
    readonly exchange: ExchangeId
    readonly issuerId: string
    readonly seeker: Seeker
    readonly at: EpochMillis
  }): Promise<void>
  /** Who created a laboratory and when, to be stored with it. */
  factsOf(seeker: Seeker, at: EpochMillis): JsonObject
}

/** Who sends a request: with or without the operator token; `anybody` if none is configured. */
export type Asker = 'operator' | 'stranger' | 'anybody'

/** The seeker behind a request. */
export const seekerOf = ({
  exchange,
  asker,
}: {
  readonly exchange: Pick<Exchange, 'remoteAddress'>
  readonly asker: Asker
}): Seeker => ({ remoteAddress: exchange.remoteAddress, isOperator: asker === 'operator' })
