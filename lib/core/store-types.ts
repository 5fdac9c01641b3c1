import type { Finding } from './finding'
import type { ExchangeId, SessionId } from './ids'
import type { Json, JsonObject } from './json'
import type { SessionOptions } from './session-options'
import type { EpochMillis } from './time'

/** Kinds of values that are used once, or whose use is remembered. Each is stored as a digest, never as itself. */
export type OneTimeKind =
  | 'pre_authorized_code'
  | 'issuer_state'
  | 'access_token'
  | 'c_nonce'
  | 'dpop_jti'
  | 'dpop_key'
  | 'holder_key'
  | 'request_uri'
  | 'authorization_code'
  | 'chained_state'
  | 'chained_code'
  | 'client_assertion_jti'
  | 'attestation_pop_jti'
  | 'attestation_key'
  | 'attestation_subject'
  | 'attestation_provider'
  | 'pkce_challenge'
  | 'pushed_state'
  | 'tx_code_attempt'

export interface OneTimeValue {
  readonly kind: OneTimeKind
  /** SHA-256 of the value, base64url; unique per kind. */
  readonly digest: string
  readonly issuerConfigurationId: string
  readonly sessionId: SessionId | null
  /** The exchange that brought it into being. */
  readonly exchangeId: ExchangeId | null
  /** Digest of the value it came from, e.g. of the code behind an access token. */
  readonly parent: string | null
  readonly expiresAt: EpochMillis
  readonly consumedAt: EpochMillis | null
  readonly revokedAt: EpochMillis | null
  /** Facts that go with it; never a secret. */
  readonly data: JsonObject
}

/** A row of `issuance_sessions`. Its codes are derived from the installation key when needed and never stored. */
export interface IssuanceSession {
  readonly sessionId: SessionId
  readonly issuerConfigurationId: string
  readonly flow: 'pre_authorized_code' | 'authorization_code'
  readonly credentialOfferMode: 'credential_offer' | 'credential_offer_uri'
  readonly credentialConfigurationId: string
  readonly credentialOfferId: string
  readonly origin: 'offer' | 'wallet_initiated'
  readonly options: SessionOptions
  readonly createdAt: EpochMillis
  /** End of the offer and of the flow; the evidence stays. */
  readonly expiresAt: EpochMillis
}

export interface StoredEvent {
  readonly id: string
  readonly sessionId: SessionId
  readonly exchangeId: ExchangeId | null
  readonly at: EpochMillis
  readonly type: string
  readonly detail: JsonObject
}

/** An exchange as it is kept: redacted before it gets here. */
export interface StoredExchange {
  readonly id: ExchangeId
  readonly at: EpochMillis
  readonly durationMillis: number
  readonly sessionId: SessionId | null
  readonly issuerConfigurationId: string | null
  readonly origin: 'wallet' | 'user_agent' | 'internal' | 'operator'
  readonly correlation: 'exact' | 'inferred'
  /** Operation of the contract that answered, e.g. `requestToken`; `null` for a misdirected request. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly headers: JsonObject
  readonly query: Json
  readonly body: Json
  /** `status` and `contentType` null when the client was gone before the answer. */
  readonly response: {
    readonly status: number | null
    readonly contentType: string | null
    readonly headers: JsonObject
    readonly body: Json
  }
  /** Decoded tokens, each with the place it was found at. */
  readonly decoded: readonly JsonObject[]
  /** Keyed hash of the client's address and user agent, for inferred correlation. */
  readonly client: string
  readonly findings: readonly Finding[]
}

/** What an exchange changes beside its own record. */
export type Effect =
  /** Uses a value up. Lost when another request did so first. */
  | { readonly type: 'consume'; readonly kind: OneTimeKind; readonly digest: string }
  /** Brings a value into being, or remembers one. Lost when it exists already. */
  | { readonly type: 'grant'; readonly value: OneTimeValue }
  /** Remembers a value unless it is known already; never lost. */
  | { readonly type: 'remember'; readonly value: OneTimeValue }
  /** Revokes every access token that came from this value. */
  | { readonly type: 'revoke'; readonly parent: string }
  /** Gives a session to an exchange that was stored without one. */
  | { readonly type: 'bind'; readonly exchangeId: ExchangeId; readonly sessionId: SessionId }

export interface Commit {
  readonly session?: IssuanceSession
  readonly exchange?: StoredExchange
  /** Calls of the service to itself while it answered the exchange, in order. */
  readonly internal?: readonly StoredExchange[]
  readonly events: readonly StoredEvent[]
  readonly effects: readonly Effect[]
}

/** `lost`: nothing was written, because these effects (by index) came too late; decide again from fresh state. */
export type CommitOutcome =
  | { readonly status: 'committed' }
  | { readonly status: 'lost'; readonly effects: readonly number[] }
