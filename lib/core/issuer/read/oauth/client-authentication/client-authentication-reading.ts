import type { JwkFacts } from '../../../../ground/jose/jwk-facts'
import type { CertificateFacts } from '../../../../ground/ports/certificate-facts'
import type { RegisteredClient } from '../../../../ground/ports/registered-client'
import type { EpochMillis } from '../../../../ground/time/time'
import type { ClientAuthenticationMethod } from '../authorization-server-metadata'

/** A way to authenticate of which a request shows signs; the last two are never offered. */
export type ObservedMethod = Exclude<ClientAuthenticationMethod, 'none'> | 'client_secret_post' | 'client_secret_basic'

/** How a request to PAR or token authenticates its client, as facts. RFC6749-2.3 */
export interface ClientAuthenticationReading {
  readonly endpoint: 'par' | 'token'
  /** Empty = the client does not authenticate. */
  readonly methods: readonly ObservedMethod[]
  /** `token_endpoint_auth_methods_supported`. */
  readonly advertised: readonly ClientAuthenticationMethod[]
  /** The `client_id` parameter. */
  readonly clientId: string | null
  /** The client that the request claims to come from: as authenticated, else as named. */
  readonly claimedClientId: string | null
  /** That client registered keys, so it is known by them and not by its name alone. */
  readonly registered: boolean
  readonly attestation: WalletAttestationReading | null
  readonly assertion: ClientAssertionReading | null
  /** How the request that the code comes from authenticated; `null` where there is no such request. */
  readonly pushed: PushedClient | null
}

/** The client of the pushed request, as the code remembers it. */
export interface PushedClient {
  readonly clientId: string
  readonly method: string
  /** Digest of the PoP that came with it. */
  readonly popDigest: string | null
}

type Signature = 'valid' | 'invalid' | 'unverifiable'

/** A JWT that could be read; whether what it says is right is for the checks to say. */
interface ReadableJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** `unverifiable`: no key to verify with, or an algorithm that is not on the list. */
  readonly signature: Signature
}

/** `OAuth-Client-Attestation` and `OAuth-Client-Attestation-PoP`. ABCA-6 */
export interface WalletAttestationReading {
  readonly now: EpochMillis
  /** Values of each header, repeated lines and values joined by a comma counted. */
  readonly attestationCount: number
  readonly popCount: number
  /** Why the first value of a header could not be read; `null` when it could, or there is none. */
  readonly attestationUnreadable: string | null
  readonly popUnreadable: string | null
  readonly attestation: AttestationJwt | null
  readonly pop: AttestationPop | null
  readonly algorithms: readonly string[]
  readonly trust: 'capture' | 'enforce'
  /** Identifier of this authorization server: what `aud` of the PoP has to name. */
  readonly issuer: string
  readonly clientId: string | null
  /** What is known of the challenge that the PoP carries; `null` while none is demanded. */
  readonly challenge: 'current' | 'absent' | 'unknown' | null
}

export interface AttestationJwt extends ReadableJwt {
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  readonly cnf: JwkFacts
  readonly history: AttestationHistory
}

/** What other sessions showed of the same wallet provider. */
export interface AttestationHistory {
  /** `shared`: another session has the same `sub`. `unique`: others have this provider, none this `sub`. */
  readonly subject: 'first' | 'shared' | 'unique'
  /** Another issuer that got an attestation of the same key. */
  readonly keySeenAt: string | null
  /** Digests to remember; `null` when a part of them is missing. */
  readonly providerDigest: string | null
  readonly subjectDigest: string | null
  readonly keyDigest: string | null
}

export interface AttestationPop extends ReadableJwt {
  /** Digest of the whole PoP. */
  readonly digest: string
  /** Digest under which the use of its `jti` is remembered; `null` without a usable `jti`. */
  readonly jtiDigest: string | null
  readonly jtiSeen: boolean
}

/** `client_assertion` and `client_assertion_type`. RFC7523-2.2 */
export interface ClientAssertionReading {
  readonly now: EpochMillis
  readonly type: string | null
  readonly sent: boolean
  readonly unreadable: string | null
  readonly jwt: ReadableJwt | null
  readonly client: RegisteredClient | null
  readonly clientId: string | null
  readonly algorithms: readonly string[]
  /** Identifier of this authorization server. */
  readonly issuer: string
  /** Addresses that are taken for the identifier. */
  readonly endpoints: readonly string[]
  readonly jtiDigest: string | null
  readonly jtiSeen: boolean
}
