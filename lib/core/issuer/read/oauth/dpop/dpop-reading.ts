import type { Unreadable } from '../../../../shared/jose/jwt'
import type { ExchangeId, SessionId } from '../../../../shared/ports/ids'
import type { EpochMillis } from '../../../../shared/time/time'
import type { DpopNonceState, DpopRole } from './dpop-nonce'

/** Match of an `htu` claim with the endpoint URL. */
export type HtuComparison = 'missing' | 'exact' | 'normalised' | 'different'

/**
 * Compares `htu` with the canonical endpoint URL: first as strings, then after syntax- and scheme-based normalisation
 * (RFC 3986 sections 6.2.2 and 6.2.3) without query and fragment. RFC9449-4.3 item 9.
 */
export function compareHtu(htu: unknown, endpointUrl: string): HtuComparison {
  if (typeof htu !== 'string') return 'missing'
  if (htu === endpointUrl) return 'exact'
  const claimed = normalise(htu)
  return claimed !== null && claimed === normalise(endpointUrl) ? 'normalised' : 'different'
}

const uriCharacters = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*$/

function normalise(text: string): string | null {
  // The URL parser accepts backslashes, spaces and control characters, which a URI must not contain.
  if (text.length > 2048 || !uriCharacters.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return null
  return `${url.protocol}//${url.host}${normalisePercent(url.pathname)}`
}

/** Upper-cases percent-escapes and decodes those of unreserved characters. */
const normalisePercent = (path: string): string =>
  path.replace(/%[0-9A-Fa-f]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase()
  })

/** How this session uses DPoP nonces. RFC 9449 section 8. */
export type DpopNoncePolicy = 'off' | 'offered' | 'required'

/** Facts of a `DPoP` header. */
export interface DpopReading {
  readonly role: DpopRole
  readonly policy: DpopNoncePolicy
  /** False if the endpoint also works without DPoP. */
  readonly demanded: boolean
  readonly method: string
  /** Canonical, from configuration. */
  readonly endpointUrl: string
  /** `dpop_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly now: EpochMillis
  /** Header values, counting repeated lines and comma-separated values. */
  readonly headerCount: number
  /** Parameter of the body with a DPoP proof, of a request that lacks the header it needs; absent if there is none. */
  readonly inBody?: string
  /** First value, decoded; `null` if absent or unreadable. */
  readonly proof: DpopProof | null
  /** Why the value is unreadable; `null` if it is not, or is absent. */
  readonly unreadable: Unreadable | null
  /** Scheme of the `Authorization` header as sent; `null` without one. */
  readonly authorizationScheme: string | null
  /** Set if nothing follows the first word of the `Authorization` header, so that it has a scheme or a value, not both. */
  readonly authorizationIsOneWord?: true
  /** Base64url SHA-256 of the request's access token; `null` without one. */
  readonly accessTokenHash: string | null
  /** Thumbprint of the token's (`rs`) or code's (`as`) binding; `null` without one. */
  readonly boundThumbprint: string | null
  /** `null` while the session is unknown. */
  readonly sessionId: SessionId | null
  readonly history: DpopHistory
  /** Thumbprints of keys to bind; `null` for requests without such keys. */
  readonly holderThumbprints: readonly string[] | null
}

export interface DpopProof {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly jwk: ProofJwk
  /** RFC 7638 thumbprint of the public key; `null` if the key is unusable. */
  readonly thumbprint: string | null
  /** `unverifiable`: no usable key, or an unpublished algorithm. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly htu: HtuComparison
  /** Digest of `jti` and key; `null` if either is missing. */
  readonly jtiDigest: string | null
  readonly jtiSeen: boolean
  /** The recorded exchange that used it before. */
  readonly jtiSeenIn?: ExchangeId | null
  readonly nonce: DpopNonceState
  /** Digest that the key is remembered under. */
  readonly keyDigest: string | null
  /** First session with this key; `null` if new. */
  readonly keyFirstSession: SessionId | null
  /** Digest under which its use in this session is remembered, if another session had it first. */
  readonly keyAgainDigest?: string
}

/** The `jwk` header member. */
interface ProofJwk {
  readonly present: boolean
  /** Whether it is a public key that can verify signatures. */
  readonly usable: boolean
  readonly kty: string | null
  readonly crv: string | null
  /** Names of private members in it. */
  readonly privateMembers: readonly string[]
}

/** Facts from earlier exchanges of the session; every member has a value for "nothing known". */
export interface DpopHistory {
  /** Arrival of the latest request answered with a `DPoP-Nonce`, per server role. */
  readonly nonceOfferedAt: Readonly<Record<DpopRole, EpochMillis | null>>
  /** Thumbprints of earlier valid proofs, oldest first. */
  readonly thumbprints: readonly string[]
  /** `jti` of the refused proof, if this endpoint last answered `use_dpop_nonce`. */
  readonly challenge: { readonly jti: string | null } | null
  /** The response possibly lost in a restart; excluded from nonces and challenge above. */
  readonly lost: LostResponse | null
}

interface LostResponse {
  readonly exchangeId: ExchangeId
  /** The server whose nonce it carried; `null` without one. */
  readonly nonceOf: DpopRole | null
  /** Keys used until then, and not since. */
  readonly thumbprints: readonly string[]
}

/** History of a session's first request. */
export const noDpopHistory: DpopHistory = {
  nonceOfferedAt: { as: null, rs: null },
  thumbprints: [],
  challenge: null,
  lost: null,
}

/** Adds the keys to bind, for comparison with the DPoP key. */
export const withHolderKeys = (reading: DpopReading, thumbprints: readonly string[]): DpopReading => ({
  ...reading,
  holderThumbprints: thumbprints,
})
