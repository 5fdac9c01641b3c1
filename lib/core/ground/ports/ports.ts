import type { WalletProtocol } from '../http/wallet-protocol'
import type { EpochMillis } from '../time/time'
import type { CertificateFacts } from './certificate-facts'
import type { ProtocolError } from './errors'
import type { StoredEventType } from './event-type'
import type { CampaignId, ExchangeId, SessionId } from './ids'
import type { Laboratory, LaboratoryCertificates, LaboratoryTrust } from './laboratory'
import type { OwnAccess } from './own-access'
import type { JwsSigner, Signer, WrongSigner } from './signer'
import type {
  Assumptions,
  Campaign,
  Commit,
  CommitOutcome,
  Declaration,
  EnteredResult,
  IssuanceSession,
  OneTimeKind,
  OneTimeValue,
  PresentationSession,
  Session,
  StandingKind,
  StandingValue,
  StoredEvent,
  StoredExchange,
} from './store-types'
import type { MintedAccess, MintedSeal, OpenTrustKeys } from './trust'

export type { JwsSigner, Signer }

/** The only way out of the core: each port is a small function type, handed in by lib/server. */

/** The current instant. */
export type Clock = () => EpochMillis
/** That many unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array
/** SHA-256 of bytes or of the UTF-8 of a text. */
export type Sha256 = (data: Uint8Array | string) => Uint8Array
/** A digest by its name in the IANA registry "Named Information Hash Algorithm", of bytes or of the UTF-8 of a text. */
export type Digest = (algorithm: 'sha-256' | 'sha-384' | 'sha-512', data: Uint8Array | string) => Uint8Array
/** A digest of bytes or of the UTF-8 of a text, by one of those algorithms. */
export type HashFunction = Sha256
/** HMAC-SHA-256 under the installation's own key, separated by purpose. */
export type KeyedHash = (purpose: string, data: string) => Uint8Array

/** HMAC-SHA-256 of bytes. RFC 2104 */
export type Hmac = (key: Uint8Array, data: Uint8Array) => Uint8Array

/** The ZLIB data format. RFC 1950 */
export interface Zlib {
  /** Compresses as far as it goes. */
  deflate(data: Uint8Array): Uint8Array
  /** The bytes again; `null` for what is no such format, or more than so many bytes. Never rejects. */
  inflate(data: Uint8Array, bytesMax: number): Promise<Uint8Array | null>
}

/**
 * Whether a signature over bytes is valid. ECDSA signatures are r and s side by side; `hash` is `null` where the
 * algorithm has its own (Ed25519). Never throws: what is no such key or signature is not valid.
 */
export type VerifySignature = (input: {
  readonly hash: 'sha-256' | 'sha-384' | 'sha-512' | null
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly data: Uint8Array
  readonly signature: Uint8Array
}) => boolean

/**
 * Whether the public members of a JWK make up a key: for an elliptic curve, whether its point lies on the curve. Never
 * throws.
 */
export type IsPublicKey = (publicJwk: Readonly<Record<string, string>>) => boolean

/** A private P-256 key that requests are encrypted to; it never leaves its adapter. */
export interface Decrypter {
  readonly kid: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
  /** What is in a compact JWE; `null` when it does not open. Never rejects. */
  decrypt(jwe: string): Promise<Uint8Array | null>
  /**
   * A key of 32 bytes that only this key and the other one can derive: ECDH, then HKDF with SHA-256 (RFC 5869). `null`
   * where the other is not a public key on this curve. Never throws.
   */
  deriveKey(other: {
    readonly publicJwk: Readonly<Record<string, unknown>>
    readonly salt: Uint8Array
    readonly info: string
  }): Uint8Array | null
  /**
   * The first message of a sender in the base mode of HPKE, with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM; `null`
   * where it does not open. Never throws. RFC 9180 section 6.1
   */
  openHpke(message: HpkeMessage): Uint8Array | null
}

/** What a sender sent, and what both sides know besides. */
export interface HpkeMessage {
  /** The sender's ephemeral key: an uncompressed point of 65 bytes. */
  readonly enc: Uint8Array
  /** With its tag of 16 bytes at the end. */
  readonly ciphertext: Uint8Array
  readonly info: Uint8Array
  readonly aad: Uint8Array
}

/** The keys of one issuer configuration. Nothing in it is shared with another one. */
export interface IssuerKeys {
  /** Signs access tokens; published in `jwks.json`. */
  readonly accessToken: Signer
  /** Signs SD-JWT VCs and signed metadata; published in `credential-jwks.json`. */
  readonly credential: Signer
  /** Signs mdocs, under a certificate of their own kind; published in `credential-jwks.json`. */
  readonly mdoc: Signer
  /** Signs metadata instead of `credential`, under an access certificate. Absent outside the European trust framework. */
  readonly access?: Signer
  /** Opens encrypted requests; published in the issuer metadata only. */
  readonly requestEncryption: Decrypter
}

/** The keys of issuers that belong to one session each. They are derived when they are asked for, and never stored. */
export interface LaboratoryKeys {
  /** All keys of a laboratory, its signers under the certificates that its session keeps. */
  keys(laboratory: Pick<Laboratory, 'id' | 'certificates'>): IssuerKeys
  /** The key of a laboratory that signs access tokens: all that another issuer needs to tell its tokens from forged ones. */
  accessToken(laboratoryId: string): Signer
  /** A signer of a laboratory whose certificate is under a root that is published nowhere. */
  stranger(laboratoryId: string): Promise<Signer>
  /**
   * Has the installation's root certify its signers; `null` where the key of the root is kept elsewhere. With
   * `intermediates` that many CA certificates stand between the signer of SD-JWT VCs and a root of the laboratory's own,
   * because the installation's root allows none below it. With `trust` the authorities of the European trust framework
   * certify them, and a key for access too.
   */
  certify(
    laboratoryId: string,
    intermediates?: number,
    trust?: LaboratoryTrust | null,
  ): Promise<LaboratoryCertificates | null>
  /** A signer of a laboratory's access key under an access certificate of its own. */
  mintAccess(laboratoryId: string, how: MintedAccess): Promise<Signer>
  /** Like its signer of SD-JWT VCs or mdocs, but under an authority that is published nowhere, or without a statement of its kind. */
  mintSeal(
    laboratoryId: string,
    purpose: 'credential' | 'mdoc',
    how: MintedSeal,
    trust: LaboratoryTrust,
  ): Promise<Signer>
}

/** A key that one session's presentations are encrypted to. */
export interface ResponseKey {
  /** Unlike that of any other session. */
  readonly kid: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
  /** The private half, which only this installation can open; to be kept with the session and deleted with it. */
  readonly sealed: string
}

/** The keys of the verifier. The one that signs requests is no other's, and decrypts nothing. */
export interface VerifierKeys {
  /** Signs request objects, under the certificate that is to be used now. */
  readonly requestSigner: Signer
  /**
   * Signs multi-signed requests beside it: another key, under a certificate of its own. `null` where that was never made and the
   * key of the root is not here. OID4VP-1FINALA-A.3.2.2
   */
  readonly secondSigner: Signer | null
  /** The key of `requestSigner` under a certificate that signs itself: for requests that are to be wrong in just this. */
  readonly selfSignedSigner: Signer
  /**
   * The signer under the certificate whose hash this is (base64url of the SHA-256 of its DER), as in `x509_hash:…`: a
   * session continues under the one it began with, with either key. `null` when it has expired or was never ours.
   */
  signerByCertificate(hash: string): Signer | null
  /**
   * A signer for requests that are to be wrong in just this, made at first need. Its `x5c` is empty where it signs under the
   * right certificate. `null` where it needs a certificate of the root, whose key is not here.
   */
  wrongSigner(how: WrongSigner): Promise<JwsSigner | null>
  /** Signs the verifier attestations of this installation. Without a certificate where the key of the root is kept elsewhere. */
  attestationIssuer(): Promise<Signer>
  /** @param kid by default a random one */
  createResponseKey(kid?: string): Promise<ResponseKey>
  /** `null` for what this installation did not seal. Never rejects because of what is in it. */
  openResponseKey(sealed: string): Promise<Decrypter | null>
}

/**
 * Whom a chain of certificates speaks for: a wallet and its provider, an issuer of credentials, or who tells which of them
 * are revoked.
 */
export type TrustPurpose = 'wallet' | 'credential_issuer' | 'credential_status'

/**
 * A reader of `x5c` headers that knows whom to trust for a purpose: the configured anchors, services on lists of trusted
 * entities, for issuers of credentials the root of the installation too, and `extra` ones that a session adds (base64 DER;
 * what is no certificate trusts nobody).
 */
export type TrustAnchors = (purpose: TrustPurpose, extra?: readonly string[]) => ReadCertificates

/** What an `x5c` header says, each certificate parsed, and whether each certifies the one before it. */
export type ReadCertificates = (x5c: readonly string[]) => CertificateFacts

/** Clients, issuer and span of time, both ends included, of exchanges without a session. */
export interface UnboundQuery {
  readonly issuerId: string
  readonly clients: readonly string[]
  readonly from: EpochMillis
  readonly to: EpochMillis
}

export type UnboundBound = { readonly firstMax: number } | { readonly newestMax: number }

/** What is asked for of a wallet and version. Lone surrogates of their texts are U+FFFD, as they are stored. */
export interface WalletQuery {
  readonly wallet: Campaign['wallet']
  /** Only what the operator token came with. It is left out before `max` is counted. */
  readonly operatorOnly: boolean
  readonly max: number
}

/** A session of a wallet's campaigns, with what tells whether it counts. */
export interface CampaignRun {
  readonly sessionId: SessionId
  readonly kind: Session['kind']
  /** `null` for one that was put together freely. */
  readonly preset: string | null
  readonly createdAt: EpochMillis
}

/** The sessions of all campaigns of a wallet and version. */
export interface WalletRuns {
  /** Another one once a campaign, a session of one, an entered result or a declaration was added, or anything deleted. */
  readonly mark: string
  /** True where `sessions` are only those that were added since the mark that was asked with. */
  readonly added: boolean
  /** Newest first; `null` where the mark is the one that was asked with. */
  readonly sessions: readonly CampaignRun[] | null
}

/** Where a run stands in the list of all: newest first, by its id among those of one instant. */
export interface RunPlace {
  readonly at: EpochMillis
  readonly id: string
}

/** A session or a campaign in that list. */
export interface RunReference extends RunPlace {
  readonly kind: 'issuance' | 'presentation' | 'campaign'
}

/** What is asked for of all sessions and campaigns. */
export interface RunQuery {
  /**
   * A part of the name, wallet, version, preset, built-in campaign, deviation or id, whatever the case of its ASCII letters; empty
   * for every run.
   */
  readonly text: string
  /** Sessions with one of these deviations count as found too. */
  readonly deviations: readonly string[]
  /** Only what comes behind this place; `null` from the newest. */
  readonly before: RunPlace | null
  readonly max: number
}

/** A result of a session as a text, and the evidence that it was made of. */
export interface KeptRow {
  readonly sessionId: SessionId
  readonly text: string
  /** How many events and exchanges name the session: rows are only added. */
  readonly events: number
  readonly exchanges: number
}

/** Storage, the only truth. Every method throws StoreUnavailable when storage cannot answer. */
export interface Store {
  /** Writes all of it or nothing, durably; tells which one-time effects another request had taken already. */
  commit(commit: Commit): Promise<CommitOutcome>
  session(id: SessionId): Promise<Session | null>
  sessionByOffer(credentialOfferId: string): Promise<IssuanceSession | null>
  /** Sessions of the authorization code flow for one configuration that are open at an instant, newest first, at most 20. */
  openSessions(query: {
    readonly issuerId: string
    readonly credentialConfigurationId: string
    readonly at: EpochMillis
  }): Promise<IssuanceSession[]>
  /** How many laboratories are served at an instant. */
  liveLaboratories(at: EpochMillis): Promise<number>
  campaign(id: CampaignId): Promise<Campaign | null>
  /** Sessions of either kind and campaigns, newest first. */
  runs(query: RunQuery): Promise<RunReference[]>
  /** The newest campaigns of a wallet and version, newest first. */
  campaigns(query: WalletQuery): Promise<Campaign[]>
  /** Without `max`: all of them, unless nothing changed since `mark`. */
  walletRuns(query: Omit<WalletQuery, 'max'> & { readonly mark: string | null }): Promise<WalletRuns>
  /**
   * The texts that were kept of these sessions under a key, where nothing was added to the evidence since, or changed in it.
   * `state` is another one after each change of what is on record.
   */
  keptResults(query: {
    readonly key: string
    readonly sessions: readonly SessionId[]
  }): Promise<{ readonly state: string; readonly texts: ReadonlyMap<SessionId, string> }>
  /**
   * Keeps texts under a key, each with its session and in place of an earlier one, where the evidence is what it was made of:
   * as much of it, and in the same state. Tells that state.
   */
  keepResults(query: {
    readonly key: string
    readonly state: string
    readonly rows: readonly KeptRow[]
  }): Promise<string>
  /** What persons said of official cases for a wallet and version: the newest entries, oldest first. */
  enteredResults(query: WalletQuery): Promise<EnteredResult[]>
  /** What makers declared of a wallet and version: the newest ones, oldest first. */
  declarations(query: WalletQuery): Promise<Declaration[]>
  /** The sessions of a campaign, oldest first. */
  campaignSessions(id: CampaignId): Promise<Session[]>
  /** The newest session whose request has this `state`, for one may come again once its session is over. */
  sessionByState(state: string): Promise<PresentationSession | null>
  /** The session whose response is encrypted to the key with this `kid`; also when the key is deleted. */
  sessionByEncryptionKid(kid: string): Promise<PresentationSession | null>
  oneTimeValue(kind: OneTimeKind, digest: string): Promise<OneTimeValue | null>
  standingValue(kind: StandingKind, digest: string): Promise<StandingValue | null>
  /** Oldest first. */
  events(session: SessionId): Promise<StoredEvent[]>
  /** Exchanges of a session with their findings, oldest first. */
  exchanges(session: SessionId): Promise<StoredExchange[]>
  /** How many exchanges a session has. */
  exchangeCount(session: SessionId): Promise<number>
  /** True when this client sent a request of the session as wallets do; with `operations` one of these. */
  hasWalletExchange(session: SessionId, client: string, operations?: readonly string[]): Promise<boolean>
  /**
   * The session to which this client sent requests as wallets do in a span of time, both ends included, if it is only one.
   * Those that were inferred to belong to it do not count.
   */
  soleSession(query: Pick<UnboundQuery, 'from' | 'to'> & { readonly client: string }): Promise<SessionId | null>
  /** True when the session has an event of one of these types. */
  hasEvent(session: SessionId, types: readonly StoredEventType[]): Promise<boolean>
  /**
   * Exchanges without a session that came from one of these clients to one issuer in a span of time, oldest first: the
   * first so many of them, or the newest.
   */
  unboundExchanges(query: UnboundQuery, bound: UnboundBound): Promise<StoredExchange[]>
  /** How many there are. */
  unboundCount(query: UnboundQuery): Promise<number>
  /** The other session to which one of these clients sent the first request to that issuer in the span of time. */
  otherSession(query: UnboundQuery, session: SessionId): Promise<SessionId | null>
  /**
   * A text that changes whenever the evidence of a session does, or what others did nearby: exchanges of these clients
   * that belong to no session, or to another one. `null` when there is no such session.
   */
  evidenceMark(session: SessionId, nearby: UnboundQuery): Promise<string | null>
  /**
   * The newest recorded exchanges, of one protocol or of all, at most `limit`, oldest first. Each protocol has the bound of
   * the ledger for itself, so that many requests of one leave those of the other in it.
   */
  ledger(limit: number, protocol?: WalletProtocol): Promise<StoredExchange[]>
  /** Reads for one decision that is going to be committed. */
  assuming(): AssumingReads
}

/**
 * Reads that may take for granted what storage can tell at the commit as well: that what this process wrote is as it
 * left it, and that a value which is new nearly always is new. They are right only once a commit that carries
 * `assumptions` is written, so nothing else may follow from them.
 */
export interface AssumingReads extends Pick<Store, 'session' | 'events' | 'oneTimeValue'> {
  /** What was taken for granted until now; `null` for nothing. */
  assumptions(): Assumptions | null
}

/** Why a document did not come. `busy`: too many others are on their way. `own_host`: the address is one of this service. */
export type FetchError =
  | 'own_host'
  | 'busy'
  | 'host_unknown'
  | 'address_not_public'
  | 'certificate_untrusted'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'

/** What was answered, whatever it is, or why there is nothing. */
export type FetchedDocument =
  | {
      readonly answered: true
      readonly status: number
      /** In lower case, without parameters. */
      readonly mediaType: string | null
      /** Empty unless the status is 200. */
      readonly body: Uint8Array
      /** It came earlier, and was kept for a while. */
      readonly remembered: boolean
    }
  | { readonly answered: false; readonly error: FetchError }

/**
 * Gets what an https URL that a stranger named answers to GET. Only public addresses are asked, no redirect is followed,
 * and time, size and number are bounded. Never rejects.
 */
export type FetchDocument = (url: string) => Promise<FetchedDocument>

/** Names one thing that is made of the evidence of sessions, and tells its type. */
export interface Facet<Made> {
  readonly name: string
  /** Never set. */
  readonly made?: Made
}

/** The evidence of a session as it was read last. It is known until a commit of this process changes it. */
export interface KnownEvidence {
  readonly kind: Session['kind']
  /** The same for the same events and exchanges. */
  readonly digest: string
  readonly expiresAt: EpochMillis
  /** Which exchanges without a session may belong to it; `null` before a wallet came. */
  readonly nearby: UnboundQuery | null
  /** What was made of this evidence before. */
  get<Made>(facet: Facet<Made>): Made | undefined
  /** Keeps what was made of it, unless it is no longer known. `bytes`: what that takes in memory, by estimate. */
  keep<Made>(facet: Facet<Made>, made: Made, bytes: number): void
}

/** What a reading of a session's evidence gives. */
export interface ReadEvidence {
  readonly session: Session
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
}

interface Known<Of extends ReadEvidence> {
  readonly evidence: Of
  readonly known: KnownEvidence
}

/** What was kept of a session: the same object as long as nothing changes. */
export interface KeptText {
  readonly text: string
}

/**
 * Results of sessions that storage keeps, so that a restart need not judge them again: each is of this code and these settings,
 * and of the evidence as it is on record. Losing them does no harm.
 */
export interface KeptResults {
  /** What storage gave of a session; `undefined` where it was not asked, or has nothing. */
  get(id: SessionId): KeptText | undefined
  /** Asks storage what it has of these sessions. */
  load(ids: readonly SessionId[]): Promise<void>
  /** The state of what is on record, to be asked for before evidence is read; `null` where nothing can be kept. */
  state(): string | null
  /** Keeps the result of a session, made of evidence that was read in that state. Returns before it is stored. */
  keep(row: KeptRow, state: string | null): void
}

/**
 * What this process remembers of sessions that were read, as far as there is room. Losing it does no harm. Other processes
 * write to storage too, so what has to be right with several of them is kept with the mark of its evidence.
 */
export interface SessionMemory {
  get(id: SessionId): KnownEvidence | undefined
  /** Reads evidence with `load`; `null` where that gives none. A commit that came meanwhile leaves it unknown. */
  read<Of extends ReadEvidence>(id: SessionId, load: () => Promise<Of>): Promise<Known<Of>>
  read<Of extends ReadEvidence>(id: SessionId, load: () => Promise<Of | null>): Promise<Known<Of> | null>
}

/**
 * What a pause ended with: a commit of the session, one that gave its campaign another session, the time, or the client
 * has gone.
 */
export type WaitEnd = 'session' | 'campaign' | 'time' | 'gone'

/** A request that waits for a session. It misses no commit since it began. */
export interface Wait {
  /** Resolves with the next commit of this process that it waits for, and after so many milliseconds at the latest. */
  next(millis: number): Promise<WaitEnd>
  /** Gives its place back. */
  end(): void
}

/** Places for requests that wait. */
export interface Waits {
  /** How many may wait at the same time: altogether, and from one address. */
  readonly max: { readonly total: number; readonly perAddress: number }
  /** Takes a place; `null` while too many wait already. */
  begin(asked: {
    readonly exchange: ExchangeId
    readonly remoteAddress: string
    readonly session: SessionId
    readonly campaign: CampaignId
  }): Wait | null
}

/** Sessions of laboratories that were asked for lately, by the id of the laboratory; others are forgotten. */
interface LaboratorySessions {
  get(id: string): IssuanceSession | undefined
  set(id: string, session: IssuanceSession): unknown
}

/** What every protocol function may need. */
/** The signer of evidence bundles, and the root that its certificates lead to. */
export interface StatementSigner {
  readonly signer: Signer
  readonly rootPem: string
}

/** Bytes that wait outside of memory until they are sent. */
export interface Spool {
  /** Adds bytes at the end. */
  write(content: Uint8Array): Promise<void>
  /** Ends it, and gives everything that was written in small pieces, once. What it takes is free again when its reader is through or gone. */
  chunks(): Promise<AsyncIterable<Uint8Array>>
  /** Ends it unread. */
  discard(): Promise<void>
}

/** What bounds the making of evidence bundles: each takes seconds of processor time. */
export interface BundleRequests {
  /** What one bundle holds at most. */
  readonly max: { readonly bytes: number; readonly reportBytes: number; readonly sessions: number }
  /** Makes a bundle unless another one is being made: then nothing happens, and `null` comes back. */
  makeAlone<Bundle>(make: () => Promise<Bundle>): Promise<Bundle | null>
  /**
   * A place for a bundle that this address asked for. Throws a ProtocolError with `insufficient_storage` where the disk has none,
   * and with `temporarily_unavailable` while too many others are being read.
   */
  spool(remoteAddress: string): Promise<Spool>
  /**
   * Counts a bundle that this address asks for: of a statement, or of the report of a campaign or a session, which a CI asks for in each
   * run. Returns 0, or how many seconds it has to wait for the next one.
   */
  take(of: 'statement' | 'report', remoteAddress: string, at: EpochMillis): number
  /** Whether the client of this request has disconnected. */
  isGone(exchange: ExchangeId): boolean
}

export interface Ports {
  readonly now: Clock
  /**
   * When this process began to answer: a response of an earlier one may have got lost with it. Absent where there was none.
   */
  readonly startedAt?: EpochMillis
  readonly random: Random
  readonly sha256: Sha256
  readonly digest: Digest
  readonly keyedHash: KeyedHash
  readonly hmac: Hmac
  readonly zlib: Zlib
  readonly verifySignature: VerifySignature
  readonly isPublicKey: IsPublicKey
  readonly trustAnchors: TrustAnchors
  readonly issuerKeys: (issuerId: string) => IssuerKeys
  readonly laboratoryKeys: LaboratoryKeys
  readonly laboratorySessions: LaboratorySessions
  readonly verifierKeys: VerifierKeys
  /** What signs evidence bundles; `null` where no root certifies it. */
  readonly statementSigner: () => Promise<StatementSigner | null>
  readonly bundles: BundleRequests
  /** The keys of the European trust framework. */
  readonly trustKeys: OpenTrustKeys
  /** Access certificates that testers and the operator bring. */
  readonly ownAccess: OwnAccess
  /** `null` where the installation fetches nothing. */
  readonly fetchDocument: FetchDocument | null
  /** The same for status lists. */
  readonly fetchStatusList: FetchDocument | null
  readonly uuid: () => string
  /** The installation's test root, as served. */
  readonly rootCertificate: { readonly pem: string; readonly der: Uint8Array }
  /** Resolves once everything else that waits had its turn: asked between two steps of long work. */
  readonly turn: () => Promise<unknown>
  readonly waits: Waits
  readonly memory: SessionMemory
  readonly kept: KeptResults
  /**
   * Counts what this address creates: a session, or anything else that takes room in storage. Returns why it may create
   * nothing now, or `null`.
   */
  readonly refuseCreation: (remoteAddress: string, at: EpochMillis) => Promise<ProtocolError | null>
  /** The OpenAPI document of the interface, as served. */
  readonly openApi: () => object
  /** Which parts of the installation are up. */
  readonly parts: () => Promise<InstallationParts>
  readonly store: Store
}

/** The parts beside the web server: up or not; `null` for one that this installation does without. */
export interface InstallationParts {
  /** Storage: without it nothing is answered but documents. */
  readonly pocketbase: boolean
  /** What starts aggregations of the scoreboard. */
  readonly temporal: boolean | null
  /** What runs them. */
  readonly worker: boolean | null
}
