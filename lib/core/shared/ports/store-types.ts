import type { EpochMillis } from '../time/time'
import type { Json, JsonObject } from '../values/json'
import type { CheckId } from './check-id'
import type { DcApi } from './dc-api'
import type { StoredEventType } from './event-type'
import type { Finding } from './finding'
import type { CampaignId, ExchangeId, SessionId } from './ids'
import type { Laboratory } from './laboratory'
import type { Reporter } from './reporter'
import type { IssuerOptions, VerifierOptions } from './session-options'
import type { Workbench } from './workbench'

/** Kinds of one-time values, and of values whose use is remembered. Stored only as digests. */
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
  | 'answered_challenge'
  | 'attestation_key'
  | 'attestation_status'
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
  | 'wallet_unit_entry'
  | 'key_attestation'
  | 'attested_key'
  | 'trust_id'
  | 'made_with_key'
  | 'write_probe'
  | 'made_with_token'
  | 'door_turn'

export interface OneTimeValue {
  readonly kind: OneTimeKind
  /** SHA-256 of the value, base64url; unique per kind. */
  readonly digest: string
  /** Issuer that it is bound to; `null` for values of a verifier. */
  readonly issuerId: string | null
  readonly sessionId: SessionId | null
  /** The exchange that created it. */
  readonly exchangeId: ExchangeId | null
  /** Digest of the value that it derives from, e.g. the code behind an access token. */
  readonly parent: string | null
  readonly expiresAt: EpochMillis
  readonly consumedAt: EpochMillis | null
  readonly revokedAt: EpochMillis | null
  /** Additional facts, never a secret. */
  readonly data: JsonObject
}

/**
 * Kinds of values that stay until replaced. List releases of the installation are kept forever; those of sessions and
 * aliases, the sessions behind an alias and the bundles of a wallet expire like sessions once they are no longer
 * changed.
 */
export type StandingKind = 'list_release' | 'session_list_release' | 'list_alias' | 'bundle_list'

export interface StandingValue {
  readonly kind: StandingKind
  /** SHA-256 of its owner, base64url; unique per kind. */
  readonly digest: string
  /** At least 1, and greater than that of every earlier value here. */
  readonly version: number
  readonly changedAt: EpochMillis
  /** At most 64 KB as JSON; never a secret. */
  readonly data: JsonObject
}

/** One run of a wallet against our issuer or verifier, with its evidence. */
export type Session = IssuanceSession | PresentationSession

/** Common part of all sessions. */
interface SessionHead<Kind extends string, Options> {
  readonly sessionId: SessionId
  readonly kind: Kind
  readonly options: Options
  readonly createdAt: EpochMillis
  /** End of the offer or request, and of the flow; evidence outlives it. */
  readonly expiresAt: EpochMillis
  /** The preset that it was made from; absent for a custom session. */
  readonly preset?: string
  /** The campaign that it belongs to; absent for none. */
  readonly campaignId?: CampaignId
  /** Digest of the workbench that it belongs to; absent for none. */
  readonly workbench?: string
  /** Its number there, given by storage when it is written; absent outside a workbench. */
  readonly number?: number
  /** What started it, at most 40 characters: `scan`, `person`, the name of a program; absent in older sessions. */
  readonly startedBy?: string
  /** Encrypted private key of the tester's access certificate; absent without one, or after deletion. */
  readonly sealedAccessKey?: string
}

/** A series of sessions for one wallet. Results are derived from their evidence. */
export interface Campaign {
  readonly campaignId: CampaignId
  /** The built-in campaign that it was started as; `null` for presets chosen by the tester. */
  readonly builtIn: string | null
  /** The wallet, as named by the tester. */
  readonly wallet: { readonly name: string; readonly version: string }
  /** Preset ids in order, each once. */
  readonly presets: readonly string[]
  /** Name given by the tester; absent without one. */
  readonly name?: string
  /** SHA-256, base64url, of the secret that allows renaming; absent if only the operator token does. */
  readonly renameDigest?: string
  /** Seconds of silence that end a session in which the wallet should refuse. */
  readonly silenceSeconds: number
  /** Trust settings: signing of presentations, wallet policy, and list alias; absent for the test root without them. */
  readonly trust?: {
    readonly framework: 'eu' | 'test_root'
    readonly walletPolicy: 'warn' | 'refuse'
    readonly listAlias?: string
  }
  /** A transaction of a type that the wallet knows; absent if the tester named none. */
  readonly transactionTemplate?: TransactionTemplate
  /** A driver approves whatever the wallet asks, so silence can be a refusal; absent unless stated. */
  readonly autoApprove?: true
  /** Members of its request that this service does not have; absent without any. */
  readonly ignoredMembers?: readonly string[]
  /** What started it, at most 40 characters, like a session's; absent for older campaigns. */
  readonly startedBy?: string
  /** Digest of the workbench whose list its sessions join, and whose code stands for theirs; absent outside of one. */
  readonly workbench?: string
  /** Created with the operator token; false if none is configured. */
  readonly byOperator: boolean
  readonly createdAt: EpochMillis
}

/** A transaction that a wallet can display, with the rules of its type. OID4VP-1FINAL-5.1 */
export interface TransactionTemplate {
  /** A transaction data entry without its credential ids. */
  readonly data: JsonObject
  /** A member that the type requires; absent if the tester named none. */
  readonly requiredField?: string
  /** Members with values that the type forbids; absent if the tester named none. */
  readonly outOfRange?: JsonObject
}

/** Results that can be entered for an official case; `withdrawn` retracts an earlier one. */
export const enterableResults = ['passed', 'failed', 'not_applicable', 'withdrawn'] as const

/** A result for an official case, reported by a person or a driver for a wallet and version. The newest one counts. */
export interface EnteredResult {
  readonly id: string
  readonly wallet: Campaign['wallet']
  readonly caseId: string
  readonly result: (typeof enterableResults)[number]
  /** At most 2000 characters, free of obvious secrets; empty for none. */
  readonly note: string
  /** Who reported it; absent if not recorded. */
  readonly by?: Reporter
  /** Name of the reporter, free of obvious secrets; absent if none was given. */
  readonly tester?: string
  /** Supporting evidence; absent for none. */
  readonly evidence?: readonly EvidenceReference[]
  /** Entered with the operator token; false if none is configured. */
  readonly byOperator: boolean
  readonly enteredAt: EpochMillis
}

/** Evidence for an entered result: at least one member is set. */
export interface EvidenceReference {
  readonly session_id?: string
  readonly exchange_id?: string
  /** Of a file kept by the reporter, in hexadecimal. */
  readonly sha256?: string
  readonly note?: string
}

/** A maker's declaration for a wallet and version. Immutable; the newest one counts as a whole. */
export interface Declaration {
  readonly id: string
  readonly wallet: Campaign['wallet']
  /** Who declared it; `null` if not given. At most 100 characters each, free of obvious secrets. */
  readonly tester: { readonly name: string | null; readonly organisation: string | null } | null
  /** Capabilities by item name; missing ones are unknown. */
  readonly items: Readonly<Record<string, boolean | readonly string[]>>
  /** Declared with the operator token; false if none is configured. */
  readonly byOperator: boolean
  readonly declaredAt: EpochMillis
}

/** A session that issues a credential. Codes are derived from the installation key when needed and never stored. */
export interface IssuanceSession extends SessionHead<'issuance', IssuerOptions> {
  /** Its issuer configuration, or the one that its laboratory is based on. */
  readonly issuerConfigurationId: string
  /** Its own issuer; absent for a shared one. */
  readonly laboratory?: Laboratory
  /** Id of a later offer that the current request refers to; never stored. */
  readonly laterOffer?: string
  readonly flow: 'pre_authorized_code' | 'authorization_code'
  readonly credentialOfferMode: 'credential_offer' | 'credential_offer_uri'
  readonly credentialConfigurationId: string
  readonly credentialOfferId: string
  readonly origin: 'offer' | 'wallet_initiated'
}

/** A session that requests presentations. */
export interface PresentationSession extends SessionHead<'presentation', VerifierOptions> {
  /** How the Request Object reaches the wallet. OpenID4VP 1.0 section 5.1 */
  readonly requestDelivery: 'by_reference' | 'by_value'
  readonly requestUriMethod: 'get' | 'post'
  readonly responseType: 'vp_token' | 'vp_token id_token' | 'code'
  readonly responseMode: 'direct_post' | 'direct_post.jwt'
  /** Link prefix, e.g. `openid4vp://`. */
  readonly scheme: string
  /** Claims to sign on every delivery, without `iat` and `wallet_nonce`. */
  readonly request: JsonObject
  /** Problems of the request that the tester asked for, each with its pointer. */
  readonly requestProblems: readonly JsonObject[]
  /** Encrypted private key of the response encryption; `null` without one, or after deletion. */
  readonly sealedEncryptionKey: string | null
  /** `kid` of that key, which outlives it so that a late response still finds its session. */
  readonly encryptionKid: string | null
  /** Certificates of the request signing key when the session was created. */
  readonly requestSignerX5c: readonly string[]
  /** `state` of the request; empty without one. */
  readonly state: string
  /** Absent for a request by link. */
  readonly dcApi?: DcApi
  /**
   * Encrypted private keys of the `dcApi` entries, `null` for an unencrypted one; absent for a request by link, or
   * after deletion.
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

/** A recorded exchange, redacted before storage. */
export interface StoredExchange {
  readonly id: ExchangeId
  readonly at: EpochMillis
  readonly durationMillis: number
  readonly sessionId: SessionId | null
  /** Issuer that it was sent to; `null` if none. */
  readonly issuerId: string | null
  readonly origin: 'wallet' | 'user_agent' | 'internal' | 'operator'
  readonly correlation: 'exact' | 'inferred'
  /** Contract operation that answered, e.g. `requestToken`; `null` for an unmatched request. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly headers: JsonObject
  readonly query: Json
  readonly body: Json
  /** `status` and `contentType` are null if the client disconnected before the response. */
  readonly response: {
    readonly status: number | null
    readonly contentType: string | null
    readonly headers: JsonObject
    readonly body: Json
  }
  /** Decoded tokens, each with its place. */
  readonly decoded: readonly JsonObject[]
  /**
   * Keyed hashes of the client's network, and of its address and user agent, separated by a dot: see `RequestContext`.
   */
  readonly client: string
  /**
   * Header fields, parameters, bodies and decoded tokens were dropped, because the session exceeded its limit or
   * storage was short (without-content.ts).
   */
  readonly contentOmitted?: true
  readonly findings: readonly Finding[]
}

/** An exchange in the ledger, without what only its session shows: a ledger holds a thousand of each protocol. */
export interface LedgerExchange
  extends Pick<
    StoredExchange,
    | 'id'
    | 'at'
    | 'durationMillis'
    | 'sessionId'
    | 'issuerId'
    | 'correlation'
    | 'method'
    | 'path'
    | 'headers'
    | 'query'
    | 'body'
  > {
  readonly response: Pick<StoredExchange['response'], 'status' | 'contentType'>
  /** Ids of the checks that failed. */
  readonly failed: readonly CheckId[]
  /** The worst of the other findings; `null` if no check warned or passed. */
  readonly otherwise: 'warn' | 'pass' | null
}

/** An exchange as the ledger holds it. */
export function toLedgerExchange(exchange: StoredExchange): LedgerExchange {
  const { id, at, durationMillis, sessionId, issuerId, correlation, method, path, headers, query, body } = exchange
  const { response, findings } = exchange
  return {
    ...{ id, at, durationMillis, sessionId, issuerId, correlation, method, path, headers, query, body },
    response: { status: response.status, contentType: response.contentType },
    failed: findings.filter(({ status }) => status === 'fail').map((finding) => finding.id),
    otherwise: (['warn', 'pass'] as const).find((one) => findings.some(({ status }) => status === one)) ?? null,
  }
}

/** Side effects of an exchange. */
export type Effect =
  /** Consumes a value. Lost if another request was first. */
  | { readonly type: 'consume'; readonly kind: OneTimeKind; readonly digest: string }
  /** Requires a value to be usable, without changing it. Lost if another request consumed or revoked it. */
  | { readonly type: 'require'; readonly kind: OneTimeKind; readonly digest: string }
  /** Creates a value. Lost if it exists. */
  | { readonly type: 'grant'; readonly value: OneTimeValue }
  /** Stores a value unless it is known; never lost. */
  | { readonly type: 'remember'; readonly value: OneTimeValue }
  /** Revokes every value of this kind that derives from this parent. */
  | { readonly type: 'revoke'; readonly kind: OneTimeKind; readonly parent: string }
  /** Assigns an unbound exchange to a session. */
  | { readonly type: 'bind'; readonly exchangeId: ExchangeId; readonly sessionId: SessionId }
  /** Renames a campaign; never lost. */
  | { readonly type: 'name'; readonly campaignId: CampaignId; readonly name: string }
  /** Gives a session of this commit the next number of its workbench and keeps that alive. Lost if it has ended. */
  | {
      readonly type: 'number'
      readonly workbench: string
      readonly sessionId: SessionId
      readonly at: EpochMillis
      readonly expiresAt: EpochMillis
    }
  /** Replaces a workbench of version `replaces`, but for its last number. Lost if the version differs. */
  | { readonly type: 'rework'; readonly workbench: Workbench; readonly replaces: number }
  /** Replaces the value of version `replaces`, or of none for 0. Lost if the version differs. */
  | { readonly type: 'replace'; readonly value: StandingValue; readonly replaces: number }

export interface Commit {
  readonly campaign?: Campaign
  readonly workbench?: Workbench
  readonly entered?: EnteredResult
  readonly declaration?: Declaration
  readonly session?: Session
  readonly exchange?: StoredExchange
  /** The service's calls to itself while answering, in order. */
  readonly internal?: readonly StoredExchange[]
  readonly events: readonly StoredEvent[]
  readonly effects: readonly Effect[]
  /** Assumptions behind the decision. */
  readonly assumes?: Assumptions
}

/** What a decision assumed instead of asking storage. If an assumption is wrong, the commit is lost. */
export interface Assumptions {
  /** State of storage in which this process's cached data was valid; `null` if irrelevant. */
  readonly state: string | null
  /** Values assumed not to be stored yet. */
  readonly unseen: readonly { readonly kind: OneTimeKind; readonly digest: string }[]
}

/**
 * `committed`: written; `bytes` counts the stored columns. `lost`: nothing was written, because these effects (by
 * index) came too late or an assumption was wrong; decide again from fresh state.
 */
export type CommitOutcome =
  | { readonly status: 'committed'; readonly bytes: number }
  | { readonly status: 'lost'; readonly effects: readonly number[] }
