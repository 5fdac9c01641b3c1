import type { DcqlQuery } from '../../../ground/dcql/dcql-query'
import type { QueryMatch, TokenMatch } from '../../../ground/dcql/dcql-reading'
import type { PresentationReading } from '../../../ground/formats/reading-of-presentation'
import type { IssuerMetadataReading } from '../../../ground/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { DcApiEntry } from '../../../ground/ports/dc-api'
import type { PresentationSession } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { Json, JsonObject } from '../../../ground/values/json'
import type { Wording } from '../../../ground/values/wording'
import type { TrustFacts } from '../../deviations/deviation-facts'
import type { VerifierHistory } from '../../history/verifier-history'
import type { AnnexCReading } from '../annex-c/annex-c-reading'
import type { Carrier } from '../carrier'
import type { IdTokenReading } from '../id-token'
import type { StatusListFetch, StatusLookup } from '../look-up-statuses'
import type { PrivacyReading } from '../privacy'
import type { JsonType, VpTokenReading } from '../read-vp-token'
import type { TransactionEntry, TransactionHashes } from '../transaction/transaction-hashes'
import type { ResponseJweReading } from './response-jwe-reading'

/** A POST to a response endpoint, with everything that was found in it. Contains plaintext claims: never store it. */
export interface ResponseReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  /** Why the answer is not examined; `null` if it is. */
  readonly gate: ResponseGate | null
  /** Whether a presentation came after the answer that ended a refusal test. */
  readonly presentsLate: boolean
  readonly transport: ResponseTransport
  readonly request: RequestFacts
  /** What a browser handed back; absent for an answer that the wallet sent over HTTP. */
  readonly browser?: BrowserAnswer
  readonly history: VerifierHistory
  /** Keyed thumbprints of the keys that the followed issuance bound credentials to; `null` if none is known. */
  readonly issuedTo: readonly string[] | null
  /** What the answer contains; if several, the first in this order. */
  readonly kind: 'error' | 'presentation' | 'code' | 'nothing'
  /** `null` if there is no `response` member. */
  readonly jwe: ResponseJweReading | null
  /** What is encrypted in the form of ISO/IEC 18013-7; absent for any other answer. ISO18013-7-C */
  readonly annexC?: AnnexCReading
  /** The response parameters: those inside the JWE if it was decrypted, otherwise those of the form. */
  readonly parameters: ResponseParameters
  readonly state: StateReading
  readonly walletError: WalletErrorReading | null
  readonly trust: ResponseTrust
  /** `null` if there was none. */
  readonly idToken: IdTokenReading | null
  readonly vpToken: VpTokenReading
  /** `null` without a DCQL query to compare with. */
  readonly token: TokenMatch | null
  /** One for each examined entry of the VP Token, in its order. */
  readonly presentations: readonly PresentedReading[]
  /** Roots of issuers of our sessions, base64 DER, which the session trusts besides its own; absent where there are none. */
  readonly ownRoots?: readonly string[]
  /** Issuers that were asked for their keys, if the installation does that. */
  readonly issuerMetadata: readonly IssuerMetadataReading[]
  /** Status lists that were read, if the session asks for that. */
  readonly statusLists: readonly StatusListFetch[]
  /** Entries in formats that this service does not support. */
  readonly unread: readonly UnreadPresentation[]
  /** Number of entries beyond the maximum of one answer, which were not examined. */
  readonly leftOut: number
}

/** What is known of an answer that came through a browser. OID4VP-1FINALA-A.4 */
export interface BrowserAnswer {
  readonly carrier: Carrier
  /** `protocol` as posted; `undefined` without one. */
  readonly protocol: Json | undefined
  /** JSON type of `data`; `absent` without one. */
  readonly dataType: JsonType | 'absent'
  /** Names of its members, none where it is no object. */
  readonly members: readonly string[]
  /** The entry that has this protocol; `null` where none has. */
  readonly named: DcApiEntry | null
  /** The entry that it is judged as the answer to: the named one, or the one that its key is of, or the first. */
  readonly entry: DcApiEntry
  /** The entry whose key opened it; `null` for one in the clear, or that none opens. */
  readonly openedBy: DcApiEntry | null
  /** Milliseconds from the call to the answer, as the page says; `null` where it says none. */
  readonly elapsedMillis: number | null
}

/** What the wallet made of the trust in the verifier. */
export interface ResponseTrust extends TrustFacts {
  /** It shows only what is registered, though it was asked for more. ARF3-RPRC_21 */
  readonly registeredOnly: boolean
}

/** An answer was already accepted, the session is over, or too many answers were refused. */
export type ResponseGate = 'response_already_received' | 'session_expired' | 'too_many_attempts'

/** An entry for a credential query whose format is not supported, or which is not understood. */
export interface UnreadPresentation {
  readonly queryId: string
  readonly index: number
  readonly because: Wording
}

/** One presentation and how it matches its query. */
export interface PresentedReading {
  readonly queryId: string
  readonly index: number
  readonly reading: PresentationReading
  /** `null` if no credential query has this id. */
  readonly match: QueryMatch | null
  /** What status lists say of it: of an mdoc, one entry for each document. */
  readonly statuses: readonly StatusLookup[]
  /** Whether earlier answers showed the same credential or key. */
  readonly seenBefore: { readonly instance: boolean; readonly holderKey: boolean }
  /** `null` without a readable Key Binding JWT. */
  readonly transaction: TransactionHashes | null
}

/** One presentation together with its answer: the subject of checks on presented credentials. */
export interface PresentedSubject {
  readonly presented: PresentedReading
  readonly answer: ResponseReading
}

/** How the answer was sent. OID4VP-1FINAL-8.2 */
interface ResponseTransport {
  /** `generic`: the address shared by all sessions, which no request names. `browser`: a page posted what the browser handed back, so that all below but `members` tells of browser and page. */
  readonly door: 'session' | 'generic' | 'browser'
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly utf8: boolean
  /** Query string of the address; `null` if there was none. */
  readonly query: string | null
  /** Names of the body's members, in order, without repetitions. */
  readonly members: readonly string[]
  readonly duplicates: readonly string[]
  readonly bytes: number
  readonly privacy: PrivacyReading
}

/** The parts of the request that an answer is judged against. */
export interface RequestFacts {
  /** Empty where the request has none. */
  readonly clientId: string
  /** What the answer is bound to in place of client id and response URI, where a browser carries it; absent for a link. */
  readonly binding?: DcApiBinding
  readonly nonce: string
  readonly responseUri: string
  readonly responseType: PresentationSession['responseType']
  readonly responseMode: PresentationSession['responseMode']
  /** `null` for a scope that stands for a query, and for an invalid query. */
  readonly dcql: DcqlQuery | null
  /** Entries as sent; `null` if there were none. */
  readonly transactionData: Json | null
  /** The well-formed entries, which a wallet can be judged against. */
  readonly transactions: readonly TransactionEntry[]
  /** Subject syntaxes that the request announces for an ID Token; none if it requests no such token. */
  readonly subjectSyntaxes: readonly string[]
}

/** The page and the entry that an answer through a browser belongs to. OID4VP-1FINALA-A.4 */
interface DcApiBinding {
  readonly kind: 'dc_api'
  /** Serialised, e.g. `https://verifier.example`. */
  readonly origin: string
  readonly entry: DcApiEntry
}

/** Parameters of the answer. Values are as received: strings from a form, JSON from a JWE. */
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
  /** Whether it is where it belongs: inside the JWE for an encrypted answer. */
  readonly present: boolean
  readonly matches: boolean
  /** Whether it is the session id rather than the `state` of the request. */
  readonly isSessionId: boolean
  /** A `state` next to an encrypted `response`. */
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

/** How many answers to one session are examined; later ones are only recorded. */
const attemptsMax = 5

/** Why no answer to a session is examined any more; `null` while the next one is. */
export function responseGate({
  consumedAt,
  expired,
  attempts,
}: Pick<VerifierHistory, 'consumedAt' | 'expired' | 'attempts'>): ResponseGate | null {
  if (consumedAt !== null) return 'response_already_received'
  if (expired) return 'session_expired'
  return attempts >= attemptsMax ? 'too_many_attempts' : null
}

/** True for a code that could be redeemed. An empty one counts as omitted. RFC6749-3.1, RFC6749-4.1.2 */
export const isCode = (value: unknown): value is string => typeof value === 'string' && value !== ''
