import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'
import type { ExchangeId } from './ids'
import type { Seeker } from './places'

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
