import type { DcqlQuery } from '../../../shared/dcql/dcql-query'
import type { QueryMatch, TokenMatch } from '../../../shared/dcql/dcql-reading'
import type { PresentationReading } from '../../../shared/formats/reading-of-presentation'
import type { IssuerMetadataReading } from '../../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { DcApiEntry } from '../../../shared/ports/dc-api'
import type { SessionId } from '../../../shared/ports/ids'
import type { PresentationSession } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import type { Json, JsonObject } from '../../../shared/values/json'
import type { Wording } from '../../../shared/values/wording'
import type { TrustFacts } from '../../deviations/deviation-facts'
import type { VerifierHistory } from '../../history/verifier-history'
import type { AnnexCReading } from '../annex-c/annex-c-reading'
import type { Carrier } from '../carrier'
import type { IdTokenReading } from '../id-token'
import type { StatusListFetch, StatusLookup } from '../look-up-statuses'
import type { PrivacyReading } from '../privacy'
import type { JsonType, VpTokenReading } from '../read-vp-token'
import type { LackForEncryption } from '../request/client-metadata'
import type { TransactionEntry, TransactionHashes } from '../transaction/transaction-hashes'
import type { ResponseJweReading } from './response-jwe-reading'

/** Facts of a POST to a response endpoint. Contains plaintext claims: never store it. */
export interface ResponseReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  /** Why the response is not examined; `null` if it is. */
  readonly gate: ResponseGate | null
  /** Whether a presentation came after the response that ended a refusal test. */
  readonly presentsLate: boolean
  readonly transport: ResponseTransport
  readonly request: RequestFacts
  /** Browser data; absent for a response over HTTP. */
  readonly browser?: BrowserAnswer
  readonly history: VerifierHistory
  /** Keyed thumbprints that the followed issuance bound credentials to; `null` if unknown. */
  readonly issuedTo: readonly string[] | null
  /** The content; if several, the first in this order. */
  readonly kind: 'error' | 'presentation' | 'code' | 'nothing'
  /** `null` without `response`. */
  readonly jwe: ResponseJweReading | null
  /** ISO/IEC 18013-7 content; absent for any other response. ISO18013-7-C */
  readonly annexC?: AnnexCReading
  /** Response parameters: inside the JWE if it was decrypted, otherwise in the form. */
  readonly parameters: ResponseParameters
  readonly state: StateReading
  readonly walletError: WalletErrorReading | null
  readonly trust: ResponseTrust
  /** `null` if absent. */
  readonly idToken: IdTokenReading | null
  readonly vpToken: VpTokenReading
  /** `null` without a DCQL query to compare with. */
  readonly token: TokenMatch | null
  /** One per examined VP Token entry, in its order. */
  readonly presentations: readonly PresentedReading[]
  /** Roots of our sessions' issuers (base64 DER), trusted besides the session's own; absent without any. */
  readonly ownRoots?: readonly string[]
  /** Issuers queried for their keys, if the installation does that. */
  readonly issuerMetadata: readonly IssuerMetadataReading[]
  /** Status lists read, if the session asks for it. */
  readonly statusLists: readonly StatusListFetch[]
  /** Entries in unsupported formats. */
  readonly unread: readonly UnreadPresentation[]
  /** Entries beyond the maximum, not examined. */
  readonly leftOut: number
}

/** Facts of a browser response. OID4VP-1FINALA-A.4 */
export interface BrowserAnswer {
  readonly carrier: Carrier
  /** `protocol` as posted; `undefined` if absent. */
  readonly protocol: Json | undefined
  /** JSON type of `data`; `absent` without one. */
  readonly dataType: JsonType | 'absent'
  /** Its member names; none if it is no object. */
  readonly members: readonly string[]
  /** The entry with this protocol; `null` if none. */
  readonly named: DcApiEntry | null
  /** The entry it is judged by: the named one, else the one of its key, else the first. */
  readonly entry: DcApiEntry
  /** The entry whose key decrypted it; `null` if unencrypted or undecryptable. */
  readonly openedBy: DcApiEntry | null
  /** Milliseconds from call to response, as stated by the page; `null` if unstated. */
  readonly elapsedMillis: number | null
}

/** How the wallet treated the verifier's trust. */
export interface ResponseTrust extends TrustFacts {
  /** Shows registered claims only, though asked for more. ARF3-RPRC_21 */
  readonly registeredOnly: boolean
}

/** A response was already accepted, the session is over, or too many responses were refused. */
export type ResponseGate = 'response_already_received' | 'session_expired' | 'too_many_attempts'

/** An entry for a credential query with an unsupported format, or that is not understood. */
export interface UnreadPresentation {
  readonly queryId: string
  readonly index: number
  readonly because: Wording
}

/** A presentation and its query match. */
export interface PresentedReading {
  readonly queryId: string
  readonly index: number
  readonly reading: PresentationReading
  /** `null` if no credential query has this id. */
  readonly match: QueryMatch | null
  /** Status lookups; one per document of an mdoc. */
  readonly statuses: readonly StatusLookup[]
  /** Whether earlier responses showed the same credential or key, or the same `jti` where it confirms a payment. */
  readonly seenBefore: { readonly instance: boolean; readonly holderKey: boolean; readonly jti?: boolean }
  /**
   * What the metadata say that this service hosts of its type; absent or `null` for another type. Looked up where it
   * confirms a payment.
   */
  readonly hosted?: { readonly category: string | null; readonly transactions: readonly string[] } | null
  /** Types that its type extends, nearest first; absent where there is none, or none is known. SDJWTVC19-5.4 */
  readonly extendedTypes?: readonly string[]
  /** `null` without a readable Key Binding JWT. */
  readonly transaction: TransactionHashes | null
}

/** A presentation with its response: the subject of checks on presented credentials. */
export interface PresentedSubject {
  readonly presented: PresentedReading
  readonly answer: ResponseReading
}

/** Transport of the response. OID4VP-1FINAL-8.2 */
interface ResponseTransport {
  /**
   * `generic`: the URL shared by all sessions, which no request names. `browser`: posted by a page, so that everything
   * but `members` is about browser and page.
   */
  readonly door: 'session' | 'generic' | 'browser'
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly utf8: boolean
  /** `null` if absent. */
  readonly query: string | null
  /** Distinct member names of the body, in order. */
  readonly members: readonly string[]
  readonly duplicates: readonly string[]
  /** The parameter other than `response` that holds a JWE. */
  readonly jweUnder?: string
  readonly bytes: number
  readonly privacy: PrivacyReading
}

/** Request data that a response is judged against. */
export interface RequestFacts {
  /** Empty if the request has none. */
  readonly clientId: string
  /** Replaces client id and response URI in browser sessions; absent for a link. */
  readonly binding?: DcApiBinding
  readonly nonce: string
  readonly responseUri: string
  readonly responseType: PresentationSession['responseType']
  readonly responseMode: PresentationSession['responseMode']
  /** `null` for a scope that implies a query, and for an invalid query. */
  readonly dcql: DcqlQuery | null
  /** Entries as sent; `null` if none. */
  readonly transactionData: Json | null
  /** Well-formed entries, which a wallet can be judged by. */
  readonly transactions: readonly TransactionEntry[]
  /** Subject syntaxes announced for an ID Token; none if not requested. */
  readonly subjectSyntaxes: readonly string[]
  /**
   * In a session with mutations: what they removed of the values that responses bind to, and the values before; and
   * what they took from it that a wallet needs to encrypt: `no_mode` if it no longer asks for that.
   */
  readonly changed?: {
    readonly removed: readonly ('nonce' | 'client_id' | 'response_uri')[]
    readonly nonce: string
    readonly clientId: string
    readonly responseUri: string
    readonly encryption: LackForEncryption | 'no_mode'
  }
}

/** Page and entry that a browser response belongs to. OID4VP-1FINALA-A.4 */
interface DcApiBinding {
  readonly kind: 'dc_api'
  /** Serialised, e.g. `https://verifier.example`. */
  readonly origin: string
  readonly entry: DcApiEntry
}

/** Response parameters as received: strings from a form, JSON from a JWE. */
export interface ResponseParameters {
  readonly source: 'form' | 'jwe' | 'json_body'
  readonly names: readonly string[]
  readonly vpToken: Json | undefined
  readonly idToken: Json | undefined
  readonly code: Json | undefined
  readonly state: Json | undefined
  readonly iss: Json | undefined
  readonly error: Json | undefined
  readonly errorDescription: Json | undefined
  readonly errorUri: Json | undefined
  readonly presentationSubmission: Json | undefined
}

/** OID4VP-1FINAL-5.2, OID4VP-1FINAL-8.2 */
export interface StateReading {
  /** `null` if the request had none. */
  readonly expected: string | null
  /** Whether it is in its proper place: inside the JWE for an encrypted response. */
  readonly present: boolean
  readonly matches: boolean
  /** What it is in place of the request's `state`: `not_bare` is that state with other characters around it. */
  readonly insteadIs: 'session_id' | 'nonce' | 'not_bare' | 'encoded' | 'another_session' | null
  /** The session whose `state` it is, if it is that of another. */
  readonly otherSession: SessionId | null
  /** A `state` beside an encrypted `response`. */
  readonly outer: 'absent' | 'matches' | 'differs'
}

/** An error response of the wallet. OID4VP-1FINAL-8.5, RFC6749-4.1.2.1 */
export interface WalletErrorReading {
  readonly code: string | null
  readonly description: string | null
  readonly uri: string | null
  readonly encrypted: boolean
  /** `vp_token`, `id_token` or `code` in the same response. */
  readonly beside: readonly string[]
  /** Earlier errors in this session. */
  readonly earlier: readonly JsonObject[]
}

/** Responses examined per session; later ones are only recorded. */
const attemptsMax = 5

/** Why no further response to a session is examined; `null` while one is. */
export function responseGate({
  consumedAt,
  expired,
  attempts,
}: Pick<VerifierHistory, 'consumedAt' | 'expired' | 'attempts'>): ResponseGate | null {
  if (consumedAt !== null) return 'response_already_received'
  if (expired) return 'session_expired'
  return attempts >= attemptsMax ? 'too_many_attempts' : null
}

/** True for a redeemable code; an empty one counts as omitted. RFC6749-3.1, RFC6749-4.1.2 */
export const isCode = (value: unknown): value is string => typeof value === 'string' && value !== ''
