import type { FormReading } from '../../../../ground/http/read-form'
import type { IssuanceSession, OneTimeValue } from '../../../../ground/ports/store-types'
import type { EpochMillis } from '../../../../ground/time/time'
import type { IssuerConfiguration } from '../../../configurations/issuer-configuration'
import type { ClientAuthenticationReading } from '../client-authentication/client-authentication-reading'
import type { DpopReading } from '../dpop/dpop-reading'
import type { RedirectUriFacts } from '../redirect-uri'

/** A pushed authorization request, read as far as it goes. RFC9126-2.1 */
export interface PushedRequestReading {
  readonly now: EpochMillis
  readonly issuer: IssuerConfiguration
  readonly form: FormReading
  readonly client: ClientAuthenticationReading
  /** The client that it names is in the installation's list, and so has to authenticate with its key. */
  readonly clientRegistered: boolean
  readonly dpop: DpopReading
  /** `null` when none was sent. */
  readonly redirectUri: (RedirectUriFacts & { readonly value: string; readonly registered: boolean | null }) | null
  readonly scope: PushedScope
  readonly pkce: PushedChallenge
  readonly issuerState: IssuerStateReading
  readonly state: PushedState
  /** The session that the request belongs to; `null` when it has to be made, or cannot be told. */
  readonly session: IssuanceSession | null
  /** `inferred`: nothing in the request names the session, it was found by its client. */
  readonly correlation: 'exact' | 'inferred'
  /** Pushed requests of this session that were accepted with no refusal since. */
  readonly acceptedBefore: number
}

export interface PushedScope {
  /** The values as sent, `null` without the parameter. */
  readonly values: readonly string[] | null
  /** Scope of the offer; `null` without an offer. */
  readonly offered: string | null
  /** Values that this issuer knows. */
  readonly known: readonly string[]
  /** What is granted: the offered scope, else the first known one. */
  readonly granted: string | null
}

interface PushedChallenge {
  readonly challenge: string | null
  readonly method: string | null
  readonly digest: string | null
  /** The same challenge came before, in this or another session. */
  readonly seen: boolean
}

interface PushedState {
  readonly value: string | null
  readonly digest: string | null
  /** Another session used the same value. */
  readonly seenElsewhere: boolean
}

export type IssuerStateReading =
  | { readonly state: 'absent' | 'unknown' }
  | { readonly state: 'alive' | 'expired' | 'other_issuer'; readonly value: OneTimeValue }
