import type { Unreadable } from '../../../../ground/jose/jwt'
import type { ExchangeId, SessionId } from '../../../../ground/ports/ids'
import type { EpochMillis } from '../../../../ground/time/time'
import type { HtuComparison } from './compare-htu'
import type { DpopNonceState, DpopRole } from './dpop-nonce'

/** How this session uses DPoP nonces. RFC 9449 section 8. */
export type DpopNoncePolicy = 'off' | 'offered' | 'required'

/** The facts of one request's `DPoP` header. Whether they are right is up to the checks. */
export interface DpopReading {
  readonly role: DpopRole
  readonly policy: DpopNoncePolicy
  /** False if the endpoint works without DPoP. */
  readonly demanded: boolean
  readonly method: string
  /** Canonical URL of the endpoint, from configuration. */
  readonly endpointUrl: string
  /** `dpop_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly now: EpochMillis
  /** Number of values of the header, counting repeated lines and comma-separated values. */
  readonly headerCount: number
  /** The first value, decoded; `null` if the header is absent or its value is not a readable JWS. */
  readonly proof: DpopProof | null
  /** Why the value could not be read; `null` if it could, or if there is none. */
  readonly unreadable: Unreadable | null
  /** Scheme of the `Authorization` header as sent; `null` without one. */
  readonly authorizationScheme: string | null
  /** Base64url SHA-256 of the access token in the same request; `null` without one. */
  readonly accessTokenHash: string | null
  /** Thumbprint that the token (`rs`) or the code (`as`) is bound to; `null` if there is no binding to compare. */
  readonly boundThumbprint: string | null
  /** `null` while the session of the request is unknown. */
  readonly sessionId: SessionId | null
  readonly history: DpopHistory
  /** Thumbprints of the keys to bind in the same request; `null` for requests without such keys. */
  readonly holderThumbprints: readonly string[] | null
}

export interface DpopProof {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly jwk: ProofJwk
  /** RFC 7638 thumbprint of the public key; `null` if the key is unusable. */
  readonly thumbprint: string | null
  /** `unverifiable`: no usable key, or an algorithm that is not published. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly htu: HtuComparison
  /** Digest under which this `jti` with this key is remembered; `null` if either is missing. */
  readonly jtiDigest: string | null
  readonly jtiSeen: boolean
  /** The exchange that it was used in before, if recorded. */
  readonly jtiSeenIn?: ExchangeId | null
  readonly nonce: DpopNonceState
  /** Digest under which the key is remembered. */
  readonly keyDigest: string | null
  /** Session that used this key first; `null` if the key is new. */
  readonly keyFirstSession: SessionId | null
}

/** The `jwk` header member, as far as it could be read. */
interface ProofJwk {
  readonly present: boolean
  /** Whether it is a public key that can verify signatures. */
  readonly usable: boolean
  readonly kty: string | null
  readonly crv: string | null
  /** Names of the private members in it. */
  readonly privateMembers: readonly string[]
}

/** What earlier exchanges of the same session showed. Every member has a value for "nothing known". */
export interface DpopHistory {
  /** Arrival time of the latest earlier request whose answer carried `DPoP-Nonce`, per server role. */
  readonly nonceOfferedAt: Readonly<Record<DpopRole, EpochMillis | null>>
  /** Thumbprints of the keys of earlier valid proofs, oldest first. */
  readonly thumbprints: readonly string[]
  /** The `jti` of the refused proof if the previous answer of this endpoint was `use_dpop_nonce`. */
  readonly challenge: { readonly jti: string | null } | null
  /** The response that may have got lost with a restart of this service; no nonce and no challenge above is from it. */
  readonly lost: LostResponse | null
}

interface LostResponse {
  readonly exchangeId: ExchangeId
  /** The server whose nonce it carried; `null` without one. */
  readonly nonceOf: DpopRole | null
  /** The keys that were shown up to then, and not since. */
  readonly thumbprints: readonly string[]
}

/** An empty history, as for the first request of a session. */
export const noDpopHistory: DpopHistory = {
  nonceOfferedAt: { as: null, rs: null },
  thumbprints: [],
  challenge: null,
  lost: null,
}

/** Adds the keys that a credential request presents for binding, for comparison with the DPoP key. */
export const withHolderKeys = (reading: DpopReading, thumbprints: readonly string[]): DpopReading => ({
  ...reading,
  holderThumbprints: thumbprints,
})
