import type { EpochMillis } from '../time/time'
import type { CertificateFacts } from './certificate-facts'
import type { ProtocolError } from './errors'
import type { CampaignId, ExchangeId, SessionId } from './ids'
import type { IssuerKeys, JwsSigner, LaboratoryKeys, Signer, VerifierKeys } from './keys'
import type { MadeIn } from './made-in'
import type { LaboratoryPlaces, NoPlace, Seeker } from './places'
import type { KeptResults, SessionMemory } from './session-memory'
import type { Store } from './store'
import type { IssuanceSession } from './store-types'
import type { OpenTrustKeys, OwnAccess } from './trust'

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

/**
 * Why a document did not come. `busy`: too many others are on their way. `share_taken`: as many of this client's network as it may
 * have. `own_host`: the address is one of this service.
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
 * and time, size and number are bounded: `seeker` is whose request it is for, absent where it is for the service's own. Never
 * rejects.
 */
export type FetchDocument = (url: string, seeker?: Seeker) => Promise<FetchedDocument>

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
  /** Takes a place, if there is one. */
  begin(asked: {
    readonly exchange: ExchangeId
    readonly seeker: Seeker
    readonly session: SessionId
    readonly campaign: CampaignId
  }): Wait | NoPlace
}

/** Sessions of laboratories that were asked for lately, by the id of the laboratory; others are forgotten. */
interface LaboratorySessions {
  get(id: string): IssuanceSession | undefined
  set(id: string, session: IssuanceSession): unknown
}

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
   * A place for a bundle. Throws a ProtocolError with `insufficient_storage` where the disk has none, and with
   * `temporarily_unavailable` while too many others are being read.
   */
  spool(seeker: Seeker): Promise<Spool>
  /**
   * Counts a bundle that this address asks for: of a statement, or of the report of a campaign or a session, which a CI asks for in each
   * run. Returns 0, or how many seconds it has to wait for the next one.
   */
  take(of: 'statement' | 'report', remoteAddress: string, at: EpochMillis): number
  /** Whether the client of this request has disconnected. */
  isGone(exchange: ExchangeId): boolean
}

/** What every protocol function may need. */
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
  readonly laboratoryPlaces: LaboratoryPlaces
  readonly madeIn: MadeIn
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

/** What the last commits came to: `unwritable` is a storage that answers, and could not write the last one. */
export type StorageHealth = 'up' | 'unwritable' | 'away'

/** The parts beside the web server: up or not; `null` for one that this installation does without. */
export interface InstallationParts {
  /** Storage: while it is not `up`, nothing is answered but documents. */
  readonly pocketbase: StorageHealth
  /** What starts aggregations of the scoreboard. */
  readonly temporal: boolean | null
  /** What runs them. */
  readonly worker: boolean | null
}
