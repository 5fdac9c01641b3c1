import type { FormReading } from '../../../../ground/http/read-form'
import type { IssuanceSession, OneTimeValue } from '../../../../ground/ports/store-types'
import type { EpochMillis } from '../../../../ground/time/time'
import type { IssuerConfiguration } from '../../../configurations/issuer-configuration'
import type { DetailsReading } from '../authorization-details/read-authorization-details'
import type { ClientAuthenticationReading } from '../client-authentication/client-authentication-reading'
import type { DpopReading } from '../dpop/dpop-reading'
import type { RedirectUriFacts } from '../redirect-uri'

/** A pushed authorization request, as far as it can be read. RFC9126-2.1 */
export interface PushedRequestReading {
  readonly now: EpochMillis
  /** What the issuer offers, and asks of a wallet. */
  readonly issuer: Omit<IssuerConfiguration, 'id'>
  readonly form: FormReading
  readonly client: ClientAuthenticationReading
  /** Whether the named client is registered with this installation and so has to authenticate with its key. */
  readonly clientRegistered: boolean
  readonly dpop: DpopReading
  /** `null` if none was sent. */
  readonly redirectUri: (RedirectUriFacts & { readonly value: string; readonly registered: boolean | null }) | null
  readonly scope: PushedScope
  /** Whether the issuer reads `authorization_details`; what it read, or `null`. */
  readonly readsDetails: boolean
  readonly details: DetailsReading | null
  /** What `resource` may be: the identifier of an issuer whose metadata lists authorization servers; `null` for others. */
  readonly resource: string | null
  readonly pkce: PushedChallenge
  readonly issuerState: IssuerStateReading
  readonly state: PushedState
  /** The session of the request; `null` if it has to be created or is unknown. */
  readonly session: IssuanceSession | null
  /** `inferred`: nothing in the request names the session; it was found by its client. */
  readonly correlation: 'exact' | 'inferred'
  /** Number of accepted pushed requests of this session since the last refusal. */
  readonly acceptedBefore: number
}

export interface PushedScope {
  /** Whether the metadata has scopes. */
  readonly published: boolean
  /** The values as sent; `null` without the parameter. */
  readonly values: readonly string[] | null
  /** Scope of the offer; `null` without an offer. */
  readonly offered: string | null
  /** Scopes that this issuer knows. */
  readonly known: readonly string[]
  /** The granted scope: the offered one, otherwise the first known one. */
  readonly granted: string | null
}

interface PushedChallenge {
  readonly challenge: string | null
  readonly method: string | null
  readonly digest: string | null
  /** Whether the same challenge was sent before, in this or another session. */
  readonly seen: boolean
}

interface PushedState {
  readonly value: string | null
  readonly digest: string | null
  /** Whether another session used the same value. */
  readonly seenElsewhere: boolean
}

export type IssuerStateReading =
  | { readonly state: 'absent' | 'unknown' }
  | { readonly state: 'alive' | 'expired' | 'other_issuer'; readonly value: OneTimeValue }
