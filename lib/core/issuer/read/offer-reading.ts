import type { SessionId } from '../../ground/ports/ids'
import type { IssuanceSession } from '../../ground/ports/store-types'

/** A fetch of a hosted offer. */
export interface OfferReading {
  /** `null` if this issuer has no such offer. */
  readonly session: IssuanceSession | null
  /** The session of the offer, whichever issuer it was fetched from. */
  readonly named: SessionId | null
  readonly mode: IssuanceSession['credentialOfferMode'] | null
  readonly expired: boolean
  readonly accept: string | null
  /** Names of headers with credentials, which do not belong here. */
  readonly credentialHeaders: readonly string[]
}
