import type { EpochMillis } from '../time/time'
import type { CertificateFacts } from './certificate-facts'
import type { ProtocolError } from './errors'
import type { ExchangeId } from './ids'
import type { IssuerKeys, JwsSigner, LaboratoryKeys, Signer, VerifierKeys } from './keys'
import type { MadeIn } from './made-in'
import type { LaboratoryPlaces, NoPlace, Seeker } from './places'
import type { PublishedWallets } from './published'
import type { KeptResults, SessionMemory } from './session-memory'
import type { Store } from './store'
import type { IssuanceSession } from './store-types'
import type { OpenTrustKeys, OwnAccess } from './trust'

export type { JwsSigner, Signer }

/** The only way out of the core: each port is a small function type, provided by lib/server. */

/** The current instant. */
export type Clock = () => EpochMillis
/** The given number of unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array
/** SHA-256 of bytes or of UTF-8 text. */
export type Sha256 = (data: Uint8Array | string) => Uint8Array
/** A digest of bytes or UTF-8 text, by its name in the IANA registry "Named Information Hash Algorithm". */
export type Digest = (algorithm: 'sha-256' | 'sha-384' | 'sha-512', data: Uint8Array | string) => Uint8Array
/** A digest of bytes or UTF-8 text, with a fixed algorithm. */
export type HashFunction = Sha256
/** HMAC-SHA-256 under the installation's key, separated by purpose. */
export type KeyedHash = (purpose: string, data: string) => Uint8Array

/** HMAC-SHA-256 of bytes. RFC 2104 */
export type Hmac = (key: Uint8Array, data: Uint8Array) => Uint8Array

/** The ZLIB data format. RFC 1950 */
export interface Zlib {
  /** Compresses completely. */
  deflate(data: Uint8Array): Uint8Array
  /** Decompresses; `null` for invalid data, or more than `bytesMax` bytes. Never rejects. */
  inflate(data: Uint8Array, bytesMax: number): Promise<Uint8Array | null>
}

/**
 * Verifies a signature. ECDSA signatures are r and s side by side; `hash` is `null` if the algorithm implies it
 * (Ed25519). Never throws: an invalid key or signature fails.
 */
export type VerifySignature = (input: {
  readonly hash: 'sha-256' | 'sha-384' | 'sha-512' | null
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly data: Uint8Array
  readonly signature: Uint8Array
}) => boolean

/** True if the public members of a JWK form a key: for an elliptic curve, if the point lies on it. Never throws. */
export type IsPublicKey = (publicJwk: Readonly<Record<string, string>>) => boolean

/** The role that a certificate chain is trusted for: wallet and provider, credential issuer, or status provider. */
export type TrustPurpose = 'wallet' | 'credential_issuer' | 'credential_status'

/**
 * A reader of `x5c` headers with the trust anchors of a purpose: configured anchors, listed services, the
 * installation's root for credential issuers, and `extra` anchors of a session (base64 DER; invalid ones are ignored).
 */
export type TrustAnchors = (purpose: TrustPurpose, extra?: readonly string[]) => ReadCertificates

/** Parses an `x5c` header and verifies each certificate against the next. */
export type ReadCertificates = (x5c: readonly string[]) => CertificateFacts

/**
 * Why a document could not be fetched. `busy`: too many fetches in progress. `share_taken`: the client's network used
 * up its share. `own_host`: the address belongs to this service.
 */
export type FetchError =
  | 'own_host'
  | 'busy'
  | 'share_taken'
  | 'host_unknown'
  | 'address_not_public'
  | 'certificate_untrusted'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'

/** The response, whatever it is, or why there is none. */
export type FetchedDocument =
  | {
      readonly answered: true
      readonly status: number
      /** In lower case, without parameters. */
      readonly mediaType: string | null
      /** Empty unless the status is 200. */
      readonly body: Uint8Array
      /** Served from cache. */
      readonly remembered: boolean
    }
  | { readonly answered: false; readonly error: FetchError }

/**
 * Fetches an https URL supplied by a stranger. Only public addresses are contacted, redirects are not followed, and
 * time, size and number are limited. `seeker`: whose request needs it; absent for the service's own fetches. Never
 * rejects.
 */
export type FetchDocument = (url: string, seeker?: Seeker) => Promise<FetchedDocument>

/**
 * What ended a wait: a commit of a session, a commit that added a session to its campaign or workbench, the timeout, or
 * a client that disconnected.
 */
export type WaitEnd = 'session' | 'campaign' | 'time' | 'gone'

/** A request that waits for sessions. Misses no commit after it began. */
export interface Wait {
  /** Resolves with the next matching commit of this process, or after this many milliseconds. */
  next(millis: number): Promise<WaitEnd>
  /** Releases its place. */
  end(): void
}

/** Limits how many requests wait. */
export interface Waits {
  /** Takes a place, if one is free. */
  begin(asked: {
    readonly exchange: ExchangeId
    readonly seeker: Seeker
    /** Ids of sessions and campaigns, digests of workbenches. */
    readonly keys: readonly string[]
  }): Wait | NoPlace
}

/** Recently used laboratory sessions by laboratory id; others are evicted. */
interface LaboratorySessions {
  get(id: string): IssuanceSession | undefined
  set(id: string, session: IssuanceSession): unknown
}

/** The signer of evidence bundles, and its root certificate. */
export interface StatementSigner {
  readonly signer: Signer
  readonly rootPem: string
}

/** Bytes kept outside memory until they are sent. */
export interface Spool {
  /** Appends bytes. */
  write(content: Uint8Array): Promise<void>
  /**
   * Closes it and returns its content in small pieces, once. Its space is released when the reader finishes or
   * disconnects.
   */
  chunks(): Promise<AsyncIterable<Uint8Array>>
  /** Closes it unread. */
  discard(): Promise<void>
}

/** Limits the creation of evidence bundles, each of which takes seconds of processor time. */
export interface BundleRequests {
  /** Limits of one bundle. */
  readonly max: { readonly bytes: number; readonly reportBytes: number; readonly sessions: number }
  /** Makes a bundle; `null`, without doing anything, while another one is being made. */
  makeAlone<Bundle>(make: () => Promise<Bundle>): Promise<Bundle | null>
  /**
   * Reserves a place for a bundle. Throws ProtocolError with `insufficient_storage` if the disk is full, and with
   * `temporarily_unavailable` while too many others are being read.
   */
  spool(seeker: Seeker): Promise<Spool>
  /**
   * Counts a bundle requested by this address: a statement, or a report of a campaign or session, which CI requests in
   * every run. Returns 0, or the seconds to wait.
   */
  take(of: 'statement' | 'report', remoteAddress: string, at: EpochMillis): number
  /** Whether the client of this request has disconnected. */
  isGone(exchange: ExchangeId): boolean
}

/** What every protocol function may need. */
export interface Ports {
  readonly now: Clock
  /** Start of this process. Responses in flight during a restart may have been lost. Absent if it was not a restart. */
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
  /** Signs evidence bundles; `null` if no root certifies it. */
  readonly statementSigner: () => Promise<StatementSigner | null>
  readonly bundles: BundleRequests
  /** Keys of the European trust framework. */
  readonly trustKeys: OpenTrustKeys
  /** Access certificates supplied by testers or the operator. */
  readonly ownAccess: OwnAccess
  /** `null` if this installation makes no outgoing requests. */
  readonly fetchDocument: FetchDocument | null
  /** `fetchDocument` for status lists. */
  readonly fetchStatusList: FetchDocument | null
  /** Fetches type metadata of another host; `null` if the installation does not do that. SDJWTVC19-7.1 */
  readonly fetchTypeMetadata: FetchDocument | null
  readonly uuid: () => string
  /** The installation's test root, as served. */
  readonly rootCertificate: { readonly pem: string; readonly der: Uint8Array }
  /** Resolves once all other waiting work had its turn; awaited between steps of long work. */
  readonly turn: () => Promise<unknown>
  readonly waits: Waits
  readonly laboratoryPlaces: LaboratoryPlaces
  readonly madeIn: MadeIn
  readonly memory: SessionMemory
  readonly kept: KeptResults
  /**
   * Counts a creation by this address: a session, or anything else that takes storage. Returns why it is refused, or
   * `null`.
   */
  readonly refuseCreation: (remoteAddress: string, at: EpochMillis) => Promise<ProtocolError | null>
  /** The OpenAPI document, as served. */
  readonly openApi: () => object
  /** Which parts of the installation are up. */
  readonly parts: () => Promise<InstallationParts>
  readonly store: Store
  readonly published: PublishedWallets
}

/** State of storage by its last commits; `unwritable`: it responds but could not write the last one. */
export type StorageHealth = 'up' | 'unwritable' | 'away'

/** Parts besides the web server: whether they are up; `null` for a part that this installation runs without. */
export interface InstallationParts {
  /** While it is not `up`, only documents are served. */
  readonly pocketbase: StorageHealth
  /** Starts scoreboard aggregations. */
  readonly temporal: boolean | null
  /** Runs them. */
  readonly worker: boolean | null
}
