import type { SessionId } from '../../ground/ports/ids'
import type { IssuanceSession } from '../../ground/ports/store-types'

/** A fetch of a hosted offer. */
export interface OfferReading {
  /** `null`: no such offer at this issuer. */
  readonly session: IssuanceSession | null
  /** The session whose offer it is, at whatever issuer it was asked for. */
  readonly named: SessionId | null
  readonly mode: IssuanceSession['credentialOfferMode'] | null
  readonly expired: boolean
  readonly accept: string | null
  /** Names of headers with credentials, which have no business here. */
  readonly credentialHeaders: readonly string[]
}
