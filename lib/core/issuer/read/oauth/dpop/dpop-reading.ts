import type { SessionId } from '../../../../ground/ports/ids'
import type { EpochMillis } from '../../../../ground/time/time'
import type { HtuComparison } from './compare-htu'
import type { DpopNonceState, DpopRole } from './dpop-nonce'

/** What we do with DPoP nonces in this session, RFC 9449 section 8. */
export type DpopNoncePolicy = 'off' | 'offered' | 'required'

/** What one request says with its `DPoP` header, as facts. Whether a fact is right is for the checks to say. */
export interface DpopReading {
  readonly role: DpopRole
  readonly policy: DpopNoncePolicy
  /** False where the endpoint works without DPoP. */
  readonly demanded: boolean
  readonly method: string
  /** Canonical address of the endpoint, from configuration. */
  readonly endpointUrl: string
  /** `dpop_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly now: EpochMillis
  /** How many values the header has, counting repeated header lines and values joined by a comma. */
  readonly headerCount: number
  /** The first value, read; `null` when the header is absent or its value no readable JWS. */
  readonly proof: DpopProof | null
  /** Why the value could not be read; `null` when it could, or when there is none. */
  readonly unreadable: string | null
  /** Scheme of the `Authorization` header as sent; `null` without one. */
  readonly authorizationScheme: string | null
  /** Base64url SHA-256 of the access token that came along; `null` without one. */
  readonly accessTokenHash: string | null
  /** Thumbprint that the token (`rs`) or the code (`as`) is bound to; `null` when there is no binding to compare. */
  readonly boundThumbprint: string | null
  /** `null` while it is not known to which session the request belongs. */
  readonly sessionId: SessionId | null
  readonly history: DpopHistory
  /** Thumbprints of the keys that the same request presents for binding; `null` where a request has none. */
  readonly holderThumbprints: readonly string[] | null
}

export interface DpopProof {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly jwk: ProofJwk
  /** RFC 7638 thumbprint of the public key; `null` when the key is unusable. */
  readonly thumbprint: string | null
  /** `unverifiable`: no usable key, or an algorithm that is not on the list. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly htu: HtuComparison
  /** Digest under which the use of this `jti` with this key is remembered; `null` when one of both is missing. */
  readonly jtiDigest: string | null
  readonly jtiSeen: boolean
  readonly nonce: DpopNonceState
  /** Digest under which the key is remembered. */
  readonly keyDigest: string | null
  /** Session that used this key first; `null` when the key is new. */
  readonly keyFirstSession: SessionId | null
}

/** The `jwk` header member, as far as it could be read. */
interface ProofJwk {
  readonly present: boolean
  /** A public key that can verify. */
  readonly usable: boolean
  readonly kty: string | null
  readonly crv: string | null
  /** Names of the private members it holds. */
  readonly privateMembers: readonly string[]
}

/** What earlier exchanges of the same session showed. Every member may be left at "nothing known". */
export interface DpopHistory {
  /** Arrival of the latest earlier request whose answer carried `DPoP-Nonce`, per server role. */
  readonly nonceOfferedAt: Readonly<Record<DpopRole, EpochMillis | null>>
  /** Thumbprints of the keys of earlier valid proofs, oldest first. */
  readonly thumbprints: readonly string[]
  /** Set when the previous answer of this endpoint was `use_dpop_nonce`: the `jti` of the proof that got it. */
  readonly challenge: { readonly jti: string | null } | null
}

/** A history of nothing: the first request of a session. */
export const noDpopHistory: DpopHistory = {
  nonceOfferedAt: { as: null, rs: null },
  thumbprints: [],
  challenge: null,
}

/** Adds the keys that a credential request presents for binding, so that they can be compared with the DPoP key. */
export const withHolderKeys = (reading: DpopReading, thumbprints: readonly string[]): DpopReading => ({
  ...reading,
  holderThumbprints: thumbprints,
})
