import type { EpochMillis } from '../time/time'
import type { Json, JsonObject } from '../values/json'
import type { DcApi } from './dc-api'
import type { StoredEventType } from './event-type'
import type { Finding } from './finding'
import type { CampaignId, ExchangeId, SessionId } from './ids'
import type { Laboratory } from './laboratory'
import type { IssuerOptions, VerifierOptions } from './session-options'
import type { Teller } from './teller'

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
  | 'vp_response'
  | 'dc_api_attempt'
  | 'response_code'
  | 'wallet_nonce'
  | 'vp_nonce'
  | 'vp_state'
  | 'jwe_epk'
  | 'credential_instance'
  | 'campaign_step'
  | 'laboratory'
  | 'refresh_token'
  | 'transaction_id'
  | 'credential_identifier'
  | 'laboratory_offer'
  | 'status_index'
  | 'trust_id'
  | 'made_with_key'
  | 'write_probe'
  | 'made_with_token'

export interface OneTimeValue {
  readonly kind: OneTimeKind
  /** SHA-256 of the value, base64url; unique per kind. */
  readonly digest: string
  /** The issuer that it belongs to; `null` for one of no issuer, as those of a verifier are. */
  readonly issuerId: string | null
  readonly sessionId: SessionId | null
  /** The exchange that created it. */
  readonly exchangeId: ExchangeId | null
  /** Digest of the value it came from, e.g. of the code behind an access token. */
  readonly parent: string | null
  readonly expiresAt: EpochMillis
  readonly consumedAt: EpochMillis | null
  readonly revokedAt: EpochMillis | null
  /** Facts that go with it; never a secret. */
  readonly data: JsonObject
}

/**
 * Kinds of values that stand until they are replaced: the release of a list of the installation, which is kept for good;
 * that of a list of a session or an alias, the sessions that an alias leads to, and which bundles were made of a wallet's
 * evidence, which go when nobody changed them for as long as sessions are kept.
 */
export type StandingKind = 'list_release' | 'session_list_release' | 'list_alias' | 'bundle_list'

export interface StandingValue {
  readonly kind: StandingKind
  /** SHA-256 of what it belongs to, base64url; unique per kind. */
  readonly digest: string
  /** Greater than that of every value that stood here before; at least 1. */
  readonly version: number
  readonly changedAt: EpochMillis
  /** At most 64 KB as JSON; never a secret. */
  readonly data: JsonObject
}

/** A session of either kind: one run of a wallet against one of our protocol endpoints, with its evidence. */
export type Session = IssuanceSession | PresentationSession

/** What sessions of every kind have. */
interface SessionHead<Kind extends string, Options> {
  readonly sessionId: SessionId
  readonly kind: Kind
  readonly options: Options
  readonly createdAt: EpochMillis
  /** End of the offer or request, and of the flow; the evidence stays. */
  readonly expiresAt: EpochMillis
  /** Id of the preset that the session was made from; absent for one that was put together freely. */
  readonly preset?: string
  /** The campaign that it is a part of; absent for one of none. */
  readonly campaignId?: CampaignId
  /** Private key of its tester's own access certificate, encrypted; absent without one, or once it was deleted. */
  readonly sealedAccessKey?: string
}

/** Sessions that a wallet is led through one after the other. The results follow from their evidence. */
export interface Campaign {
  readonly campaignId: CampaignId
  /** The built-in campaign that it was started as; `null` for presets that the tester chose. */
  readonly builtIn: string | null
  /** The wallet, in the tester's words. */
  readonly wallet: { readonly name: string; readonly version: string }
  /** Ids of the presets in their order, each once. */
  readonly presets: readonly string[]
  /** How the tester calls it; absent without a name. */
  readonly name?: string
  /** SHA-256, base64url, of what gives the right to change the name; absent where nothing but the operator token does. */
  readonly renameDigest?: string
  /** Seconds of silence that end a session in which a wallet is to refuse. */
  readonly silenceSeconds: number
  /**
   * What its presentations are sent under, what the provider of the wallet decided, and the lasting address of its lists; absent for
   * the test root where the tester named nothing of that.
   */
  readonly trust?: {
    readonly framework: 'eu' | 'test_root'
    readonly walletPolicy: 'warn' | 'refuse'
    readonly listAlias?: string
  }
  /** A transaction of a type that the wallet knows; absent where the tester named none. */
  readonly transactionTemplate?: TransactionTemplate
  /** A driver approves whatever the wallet asks its user, so that silence can be a refusal; absent where nobody said so. */
  readonly autoApprove?: true
  /** The operator token came with its creation; false where none was set. */
  readonly byOperator: boolean
  readonly createdAt: EpochMillis
}

/** A transaction that a wallet can show to its user, and what its type requires and allows. OID4VP-1FINAL-5.1 */
export interface TransactionTemplate {
  /** An entry of transaction data without the credentials that authorise it. */
  readonly data: JsonObject
  /** A member that the type requires; absent where the tester named none. */
  readonly requiredField?: string
  /** Members with values that the type does not allow; absent where the tester named none. */
  readonly outOfRange?: JsonObject
}

/** What may be entered of an official case; `withdrawn` takes back what was said before. */
export const enterableResults = ['passed', 'failed', 'not_applicable', 'withdrawn'] as const

/** What a person, or a driver, says of an official case for a wallet and version. Of several about one case the newest counts. */
export interface EnteredResult {
  readonly id: string
  readonly wallet: Campaign['wallet']
  readonly caseId: string
  readonly result: (typeof enterableResults)[number]
  /** At most 2000 characters, free of what can be nothing but a secret; empty for none. */
  readonly note: string
  /** Whether a person says it or a driver; absent where that is not recorded. */
  readonly by?: Teller
  /** The name of who entered it, free of the same; absent where nobody is named. */
  readonly tester?: string
  /** What shows it; absent for nothing. */
  readonly evidence?: readonly EvidenceReference[]
  /** The operator token came with it; false where none was set. */
  readonly byOperator: boolean
  readonly enteredAt: EpochMillis
}

/** What a person names in support of an entered result: at least one of them. */
export interface EvidenceReference {
  readonly session_id?: string
  readonly exchange_id?: string
  /** Of a file that the person keeps, in hexadecimal. */
  readonly sha256?: string
  readonly note?: string
}

/** What a maker says of a wallet and version. It never changes; the newest one counts, as a whole. */
export interface Declaration {
  readonly id: string
  readonly wallet: Campaign['wallet']
  /** Who said it; `null` where nobody is named. At most 100 characters each, free of what can be nothing but a secret. */
  readonly tester: { readonly name: string | null; readonly organisation: string | null } | null
  /** By name of the item: whether the wallet does it, or what it knows. What is absent is unknown. */
  readonly items: Readonly<Record<string, boolean | readonly string[]>>
  /** The operator token came with it; false where none was set. */
  readonly byOperator: boolean
  readonly declaredAt: EpochMillis
}

/** The wallet is given a credential. Codes are derived from the installation key when needed and never stored. */
export interface IssuanceSession extends SessionHead<'issuance', IssuerOptions> {
  /** The configuration of its issuer, or the one that its laboratory takes over. */
  readonly issuerConfigurationId: string
  /** The issuer of its own; absent where it is with one that everybody shares. */
  readonly laboratory?: Laboratory
  /** Id of a later offer that the request at hand came with; a stored session has none. */
  readonly laterOffer?: string
  readonly flow: 'pre_authorized_code' | 'authorization_code'
  readonly credentialOfferMode: 'credential_offer' | 'credential_offer_uri'
  readonly credentialConfigurationId: string
  readonly credentialOfferId: string
  readonly origin: 'offer' | 'wallet_initiated'
}

/** The wallet is asked to present credentials. */
export interface PresentationSession extends SessionHead<'presentation', VerifierOptions> {
  /** How the Request Object reaches the wallet. OpenID4VP 1.0 section 5.1 */
  readonly requestDelivery: 'by_reference' | 'by_value'
  readonly requestUriMethod: 'get' | 'post'
  readonly responseType: 'vp_token' | 'vp_token id_token' | 'code'
  readonly responseMode: 'direct_post' | 'direct_post.jwt'
  /** Prefix of the deeplink, e.g. `openid4vp://`. */
  readonly scheme: string
  /** The claims that get signed at every delivery, without `iat` and `wallet_nonce`. */
  readonly request: JsonObject
  /** What is wrong with the request on the tester's own wish, each with its pointer. */
  readonly requestProblems: readonly JsonObject[]
  /** Private key that the response is encrypted to, itself encrypted; `null` without one, or once it was deleted. */
  readonly sealedEncryptionKey: string | null
  /** `kid` of that key; it outlives the key, so that a late response still finds its session. */
  readonly encryptionKid: string | null
  /** Certificates of the key that signs the request, as they were when the session was made. */
  readonly requestSignerX5c: readonly string[]
  /** The request's `state`; empty where the request has none. */
  readonly state: string
  /** Absent where a link carries the request. */
  readonly dcApi?: DcApi
  /**
   * Private keys of the entries of `dcApi`, each encrypted, `null` for an entry without one; absent where a link carries the
   * request, and once they were deleted.
   */
  readonly sealedEntryKeys?: readonly (string | null)[]
}

export interface StoredEvent {
  readonly id: string
  readonly sessionId: SessionId
  readonly exchangeId: ExchangeId | null
  readonly at: EpochMillis
  readonly type: StoredEventType
  readonly detail: JsonObject
}

/** An exchange as it is kept: redacted before it gets here. */
export interface StoredExchange {
  readonly id: ExchangeId
  readonly at: EpochMillis
  readonly durationMillis: number
  readonly sessionId: SessionId | null
  /** The issuer that it was sent to; `null` for one of no issuer. */
  readonly issuerId: string | null
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
  /** Keyed hashes of the client's network, and of its address and user agent, with a dot between: `RequestContext`. */
  readonly client: string
  /**
   * True where the session had its bound of exchanges kept whole, or storage was short (lengths-alone.ts): header fields,
   * parameters, bodies and decoded tokens are not on record.
   */
  readonly contentOmitted?: true
  readonly findings: readonly Finding[]
}

/** What an exchange changes beside its own record. */
export type Effect =
  /** Uses a value up. Lost when another request did so first. */
  | { readonly type: 'consume'; readonly kind: OneTimeKind; readonly digest: string }
  /** Changes nothing. Lost when the value cannot be used any more, because another request used it up or revoked it. */
  | { readonly type: 'require'; readonly kind: OneTimeKind; readonly digest: string }
  /** Creates a value. Lost if it exists already. */
  | { readonly type: 'grant'; readonly value: OneTimeValue }
  /** Remembers a value unless it is known already; never lost. */
  | { readonly type: 'remember'; readonly value: OneTimeValue }
  /** Revokes every value of this kind that came from this one. */
  | { readonly type: 'revoke'; readonly kind: OneTimeKind; readonly parent: string }
  /** Gives a session to an exchange that was stored without one. */
  | { readonly type: 'bind'; readonly exchangeId: ExchangeId; readonly sessionId: SessionId }
  /** Gives a campaign another name; never lost. */
  | { readonly type: 'name'; readonly campaignId: CampaignId; readonly name: string }
  /** Puts a value where the one with version `replaces` stands, or none for 0. Lost when another one stands there. */
  | { readonly type: 'replace'; readonly value: StandingValue; readonly replaces: number }

export interface Commit {
  readonly campaign?: Campaign
  readonly entered?: EnteredResult
  readonly declaration?: Declaration
  readonly session?: Session
  readonly exchange?: StoredExchange
  /** Calls of the service to itself while it answered the exchange, in order. */
  readonly internal?: readonly StoredExchange[]
  readonly events: readonly StoredEvent[]
  readonly effects: readonly Effect[]
  /** What was taken for granted when this was decided. */
  readonly assumes?: Assumptions
}

/** What a decision took for granted where it could have asked storage. When it is not so, the commit is lost. */
export interface Assumptions {
  /** The state of storage in which nobody else had written what this process remembers of itself; `null`: no matter. */
  readonly state: string | null
  /** Values that nobody has stored yet. */
  readonly unseen: readonly { readonly kind: OneTimeKind; readonly digest: string }[]
}

/**
 * `committed`: written, `bytes` are those of the columns that were stored. `lost`: nothing was written, because these effects (by index) came too late, or because something that was taken for
 * granted is not so; decide again from fresh state.
 */
export type CommitOutcome =
  | { readonly status: 'committed'; readonly bytes: number }
  | { readonly status: 'lost'; readonly effects: readonly number[] }
