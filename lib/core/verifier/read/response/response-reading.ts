import type { DcqlQuery } from '../../../ground/dcql/dcql-query'
import type { QueryMatch, TokenMatch } from '../../../ground/dcql/dcql-reading'
import type { PresentationReading } from '../../../ground/formats/reading-of-presentation'
import type { IssuerMetadataReading } from '../../../ground/formats/sd-jwt-vc/issuer-metadata/issuer-metadata-reading'
import type { PresentationSession } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { Json, JsonObject } from '../../../ground/values/json'
import type { Wording } from '../../../ground/values/wording'
import type { VerifierHistory } from '../../history/verifier-history'
import type { IdTokenReading } from '../id-token/id-token-reading'
import type { PrivacyReading } from '../privacy/read-privacy'
import type { TransactionEntry } from '../transaction/transaction-entries'
import type { TransactionHashes } from '../transaction/transaction-hashes'
import type { VpTokenReading } from '../vp-token-reading'
import type { ResponseJweReading } from './response-jwe-reading'

/** A POST to a response endpoint, with everything that was found in it. Holds claims in the clear: never for storage. */
export interface ResponseReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  /** Why the answer is not looked into; `null` when it is. */
  readonly gate: ResponseGate | null
  /** After the answer that ended a refusal test came a presentation. */
  readonly presentsLate: boolean
  readonly transport: ResponseTransport
  readonly request: RequestFacts
  readonly history: VerifierHistory
  /** Keyed thumbprints of the keys that the followed issuance bound credentials to; `null` where none is known. */
  readonly issuedTo: readonly string[] | null
  /** What the answer is about; the first of these that is there. */
  readonly kind: 'error' | 'presentation' | 'code' | 'nothing'
  /** `null` when there is no `response` member. */
  readonly jwe: ResponseJweReading | null
  /** The response parameters: those inside the JWE where it opened, else those of the form. */
  readonly parameters: ResponseParameters
  readonly state: StateReading
  readonly walletError: WalletErrorReading | null
  /** `null` when none came. */
  readonly idToken: IdTokenReading | null
  readonly vpToken: VpTokenReading
  /** `null` where no DCQL query is known to compare with. */
  readonly token: TokenMatch | null
  /** One for each entry of the VP Token that could be looked into, in its order. */
  readonly presentations: readonly PresentedReading[]
  /** Issuers that were asked for their keys, where the installation does that. */
  readonly issuerMetadata: readonly IssuerMetadataReading[]
  /** Entries that nobody can look into here, for what the query asks for is not read. */
  readonly unread: readonly UnreadPresentation[]
  /** Entries of the VP Token beyond those that one answer may hold: nobody looked into them. */
  readonly leftOut: number
}

/** An answer was taken before, the session is over, or too many answers were refused. */
export type ResponseGate = 'response_already_received' | 'session_expired' | 'too_many_attempts'

/** What answers a query that asks for a format which is not read here, or that is not understood. */
export interface UnreadPresentation {
  readonly queryId: string
  readonly index: number
  readonly because: Wording
}

/** One presentation and how it relates to the query that it answers. */
export interface PresentedReading {
  readonly queryId: string
  readonly index: number
  readonly reading: PresentationReading
  /** `null` where no credential query has this id. */
  readonly match: QueryMatch | null
  /** What earlier answers showed of the same things. */
  readonly seenBefore: { readonly instance: boolean; readonly holderKey: boolean }
  /** `null` where no Key Binding JWT can be read. */
  readonly transaction: TransactionHashes | null
}

/** One presentation with the answer that it came in: what a check of a presented credential looks at. */
export interface PresentedSubject {
  readonly presented: PresentedReading
  readonly answer: ResponseReading
}

/** How the answer travelled. OID4VP-1FINAL-8.2 */
interface ResponseTransport {
  /** `generic`: the address that all sessions share, which no request names. */
  readonly door: 'session' | 'generic'
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly utf8: boolean
  /** Query of the address; `null` when there was none. */
  readonly query: string | null
  /** Names of the members of the body, in their order, repeated ones once. */
  readonly members: readonly string[]
  readonly duplicates: readonly string[]
  readonly bytes: number
  readonly privacy: PrivacyReading
}

/** What was asked for, as far as an answer is judged by it. */
export interface RequestFacts {
  readonly clientId: string
  readonly nonce: string
  readonly responseUri: string
  readonly responseType: PresentationSession['responseType']
  readonly responseMode: PresentationSession['responseMode']
  /** `null` for a scope that stands for a query, and for what is not a query at all. */
  readonly dcql: DcqlQuery | null
  /** Entries as they were sent; `null` when there were none. */
  readonly transactionData: Json | null
  /** Those of them that a wallet can be judged by. */
  readonly transactions: readonly TransactionEntry[]
  /** Syntaxes of the subject of an ID Token that the request announces; none where it asks for no such token. */
  readonly subjectSyntaxes: readonly string[]
}

/** Parameters of the answer. Values are as they came: texts from a form, JSON from a JWE. */
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
  /** `null` when the request had none. */
  readonly expected: string | null
  /** Where the answer is read: inside the JWE for an encrypted one. */
  readonly present: boolean
  readonly matches: boolean
  /** It is the id of the session, not the `state` of the request. */
  readonly isSessionId: boolean
  /** A `state` beside an encrypted `response`. */
  readonly outer: 'absent' | 'matches' | 'differs'
}

/** An error response of the wallet. OID4VP-1FINAL-8.5, RFC6749-4.1.2.1 */
export interface WalletErrorReading {
  readonly code: string | null
  readonly description: string | null
  readonly uri: string | null
  readonly encrypted: boolean
  /** `vp_token`, `id_token` or `code` that came beside it. */
  readonly beside: readonly string[]
  /** Errors that came before in this session. */
  readonly earlier: readonly JsonObject[]
}
