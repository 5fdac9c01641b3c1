import type { Reason } from '../../engine/checks/check'
import type { Deviation } from '../../engine/deviations/deviation'
import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { IssueInput } from '../../shared/formats/credential-format'
import type { HeaderField } from '../../shared/http/exchange'
import type { ErrorCode } from '../../shared/ports/errors'
import type { MintedAccess, MintedSeal, Signer } from '../../shared/ports/keys'
import type { StoredExchange } from '../../shared/ports/store-types'
import type { TrustKeys } from '../../shared/ports/trust'
import type { StatusListClaims } from '../../shared/status/status-list-token'
import type { JsonObject } from '../../shared/values/json'

export type DocumentMembers = Readonly<Record<string, unknown>>

/** A fetch that is answered with a deviating document. */
export interface ServedDocument {
  /** Identifier of the serving issuer. */
  readonly identifier: string
  /** Public origin of the installation. */
  readonly baseUrl: string
  /** The shared issuer whose configuration this one copies. */
  readonly sharedIssuer: string
  /** Metadata URL of the shared issuer. */
  readonly sharedMetadata: string
  /** The offered credential configuration. */
  readonly offered: string
  /** Earlier fetches of this document in the session; 0 if the deviation does not count them. */
  readonly earlierFetches: number
  /** Path and query of this fetch. */
  readonly address: string
  readonly query: string | null
  /** Whether this reply is signed metadata. */
  readonly isSigned: boolean
}

export interface ServedInstead {
  /** 200 by default. */
  readonly status?: number
  /** By default that of the correct reply. */
  readonly mediaType?: string
  readonly headers?: readonly HeaderField[]
  /** Members are sent in the form of the correct reply, JSON or signed; text is sent verbatim. */
  readonly body: DocumentMembers | string
  /** The reply is recorded at once and sent after this many seconds. */
  readonly holdSeconds?: number
}

/**
 * Modifies a document on every fetch.
 * @param right its members; not mutated
 * @returns `null` to serve the correct document this time
 */
export type DocumentChange = (right: DocumentMembers, served: ServedDocument) => ServedInstead | null

/** Input of signed metadata. */
export interface SignedDocument {
  /** Without `alg`, which the signer sets. */
  readonly header: DocumentMembers
  readonly claims: DocumentMembers
  readonly signer: Signer
  /** Modifies the compact JWS. */
  readonly finish?: (jws: string) => string
}

/** Signers that no wallet has a reason to trust. */
interface Strangers {
  /** With a self-signed certificate. */
  readonly selfSigned: Signer
  /** Under an unpublished root. */
  readonly untrusted: Signer
}

/** Modifies signed metadata. */
export type SignatureChange = (right: SignedDocument, served: ServedDocument, strangers: Strangers) => SignedDocument

export const holdSecondsMax = 20

/** Maximum size of a deviating document. */
export const deviatingBytesMax = 1024 * 1024

/** Deviations in nonces; absent members change nothing. */
export interface NonceChange {
  /** Sent in place of a nonce response. */
  readonly instead?: { readonly status: number; readonly mediaType: string; readonly body: string }
  /** The nonce is recorded at once and sent after this many seconds. */
  readonly holdSeconds?: number
  /** Repeats an earlier nonce that is still alive. */
  readonly repeats?: true
  /** Hands out a nonce that is already used up. */
  readonly spent?: true
  /** Only in the first response. */
  readonly once?: true
}

/** Deviations in the trust of a session's issuer. Each function is pure and takes the correct value. */
export interface IssuerTrustChanges {
  /** Modifies the claims of the registration certificate. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** It registers less than the issuer offers, as a certificate of another registrar may. */
  readonly overProvides?: true
  /** Modifies its header. */
  readonly header?: (header: JsonObject) => JsonObject
  /** Signs it in place of the registrar. */
  readonly signer?: (keys: TrustKeys) => Signer
  /** Modifies its compact JWS. */
  readonly compact?: (jws: string) => string
  /** Revoked in its status list. */
  readonly revoked?: true
  /** How many certificates the metadata list instead of one. */
  readonly shown?: 'none' | 'two'
  /** Access certificate that signs the metadata, in place of the correct one. */
  readonly access?: MintedAccess
  /** Certificates that sign credentials, in place of the correct ones. */
  readonly seal?: MintedSeal
  /** Wrong documents at the session's URLs. */
  readonly served?: (keys: TrustKeys) => WrongTrust
}

/** True for a fault in the registration certificate. */
export const isOfRegistration = (changes: IssuerTrustChanges): boolean =>
  needsOurRegistrar(changes) || [changes.overProvides, changes.compact, changes.shown].some((one) => one !== undefined)

/**
 * True if only a certificate of ours can have the fault. One of another registrar can be omitted, corrupted or
 * exceeded.
 */
export const needsOurRegistrar = ({ claims, header, signer, revoked, overProvides }: IssuerTrustChanges): boolean =>
  overProvides !== true && [claims, header, signer, revoked].some((one) => one !== undefined)

/** A deliberate deviation in one reply of an issuance; all other replies are correct. */
export interface IssuerDeviation extends Deviation<AnswerChanges, IssuerNeeds> {
  /** Required credential format; any by default. */
  readonly format?: IssueInput['configuration']['format']
  /**
   * Start of the wait for silence: the deviating reply, or the wallet's last request after it if the decisive step
   * comes much later, since its user may take a while.
   */
  readonly waitsFrom?: 'last_request'
  /** Operation of a request without which the deviation shows the wallet nothing, whenever it was sent. */
  readonly untestedWithout?: 'getTypeMetadata'
  /**
   * Operation of which the outcome says whether the wallet sent it, whenever that was. The deviation begins with the
   * credential that leads to it.
   */
  readonly tellsFetchOf?: 'getTypeMetadata'
  /** No specification makes a wallet stop, so continuing is only a warning. */
  readonly advisory?: true
  /** Whether the deviation reached the wallet, from its recorded reads of lists; always by default. */
  readonly reached?: (reads: readonly JsonObject[]) => boolean
  /**
   * What requests after the deviating reply reveal about the wallet; `null` while they reveal nothing. `later`:
   * requests of wallet and browser, oldest first; `deviating`: the first exchange with a deviating reply, or after a
   * deviating link the first of all.
   */
  readonly next: (later: readonly StoredExchange[], deviating: StoredExchange) => NextStep | null
  /** What makes a wallet react rightly; what it must do, by default. */
  readonly fix?: string
  /** Why `next` says refused, if the wallet should go on and did, but not as it should. */
  readonly otherwise?: Pick<Reason, 'says' | 'fix'>
}

/** A conformant wallet stops, so silence counts as stopping. `fix`: how a wallet that went on comes to stop. */
export const stops = (must: string, fix = must) => ({ expects: 'refusal', must, fix, silence: 'refused' }) as const

/** A conformant wallet continues, or does what the reply asks for; silence counts as stopping. */
export const continues = (must: string) => ({ expects: 'going_on', must, silence: 'refused' }) as const

/** True if a wallet that is to go on may also give up: then an error that it shows decides nothing. */
export const mayGiveUp = ({ expects, silence }: Pick<IssuerDeviation, 'expects' | 'silence'>): boolean =>
  expects === 'going_on' && silence === 'continued'

/** No specification says what a wallet does; silence counts as stopping. */
export const reports = (must: string) => ({ expects: 'report', must, silence: 'refused' }) as const

/** Members of a session request that a deviation depends on. */
export interface IssuerNeeds {
  readonly issuer_configuration_id?: 'eu-pid-device-bound'
  readonly flow?: 'pre_authorized_code' | 'authorization_code'
  readonly credential_offer_mode?: 'credential_offer_uri' | 'credential_offer'
  readonly dpop_nonce?: 'offered'
  readonly tx_code?: true
  readonly trust_framework?: 'eu'
  /** An own issuer with at least these options; `{ deferred: {} }` matches any deferral. */
  readonly laboratory?: JsonObject
}

/** Each function is pure and takes the correct value. */
interface AnswerChanges {
  /** Modifies credential issuer metadata, plain and signed. */
  readonly issuerMetadata?: DocumentChange
  /** The change depends on the number of earlier fetches; only then are they counted. */
  readonly countsFetches?: true
  /** The metadata list no proof type, so a wallet may consider proofs optional. OID4VCI-1FINAL-12.2.4 */
  readonly withoutProofTypes?: true
  /** Modifies signed credential issuer metadata only. */
  readonly signedMetadata?: SignatureChange
  /** Modifies authorization server metadata. */
  readonly serverMetadata?: DocumentChange
  /**
   * Modifies the metadata of each hosted type; not mutated. `types`: all that the issuer has, the first one first.
   * Returns `null` to serve the correct document.
   */
  readonly typeMetadata?: (
    right: DocumentMembers,
    types: readonly IssueInput['configuration'][],
  ) => ServedInstead | null
  /** Modifies responses of the nonce endpoint. */
  readonly nonce?: NonceChange
  /**
   * Modifies the parameters of the link that opens a wallet: `other` is the one that the session did not ask for. A link
   * is no reply, so the wait begins when the session was created. OID4VCI-1FINAL-4.1
   */
  readonly link?: (right: readonly Parameter[], other: Parameter) => readonly Parameter[]
  /** Modifies the fetched offer. */
  readonly offer?: (offer: JsonObject) => JsonObject
  /** The offer has no grants, so a wallet has no issuer_state to return. OID4VCI-1FINAL-4.1.1 */
  readonly withoutGrants?: true
  /** Serves the offer from an issuer other than the one it names. */
  readonly hostedElsewhere?: true
  /** Modifies the response to a pushed authorization request. RFC9126-2.2 */
  readonly pushed?: (answer: JsonObject) => JsonObject
  /** Modifies the authorization response; without a `code` none is granted. */
  readonly redirect?: (parameters: readonly Parameter[]) => readonly Parameter[]
  /** Modifies the token response. */
  readonly token?: (answer: JsonObject) => JsonObject
  /** Modifies the response to a refresh token. */
  readonly refreshed?: (answer: JsonObject) => JsonObject
  /** Changes the credential type. */
  readonly type?: (right: IssueInput['configuration']) => IssueInput['configuration']
  /** Modifies the input of the credential. `stranger` signs with a self-signed certificate. */
  readonly credential?: (right: IssueInput, stranger: Signer) => IssueInput
  /** Modifies the inputs of all credentials in a response, in order. */
  readonly batch?: (right: readonly IssueInput[]) => readonly IssueInput[]
  /** Modifies the signed credential. */
  readonly issued?: (credential: string) => string
  /** Modifies a status list token or its signature, or omits it. */
  readonly statusList?: {
    readonly claims?: (right: StatusListClaims) => StatusListClaims
    readonly signer?: (right: Signer) => Signer
    readonly notFound?: true
  }
  /** Modifies the credential response. */
  readonly response?: (answer: JsonObject) => JsonObject
  /** Modifies every response that tells the wallet to come back later. */
  readonly deferral?: (answer: JsonObject) => JsonObject
  /** Modifies every such response to a deferred credential request. */
  readonly pending?: (answer: JsonObject) => JsonObject
  /** Gives a wallet that polls too early a different `transaction_id`; from then on both are valid. */
  readonly otherTransaction?: true
  /** Sends an unencrypted credential response although encryption was requested. */
  readonly plain?: true
  /** Records the correct credential response at once and sends it after this many seconds. */
  readonly holdSeconds?: number
  /** Wrong trust in the issuer, delivered by its metadata or its credential. */
  readonly trust?: IssuerTrustChanges
  readonly refusal?: PlannedRefusal
}

/** Refusal of a request that passes all checks. */
export interface PlannedRefusal {
  readonly at: 'requestToken' | 'requestCredential' | 'requestDeferredCredential'
  readonly error: ErrorCode
  /** Fixed ASCII sentence. */
  readonly description: string
  /** Only for requests with this grant. */
  readonly grant?: 'refresh_token'
  /** Only the first such request. */
  readonly once?: true
  /** Only a request whose proof has a nonce handed out as spent. */
  readonly onlyOf?: 'spent_nonce'
  readonly headers?: (right: readonly HeaderField[]) => readonly HeaderField[]
}

export type Parameter = readonly [name: string, value: string]

/** The wallet's reaction to the deviating reply, and the request that shows it. */
export interface NextStep {
  readonly did: 'refused' | 'continued'
  readonly exchange: StoredExchange
  /** For display, e.g. `a token request`. */
  readonly seen: string
  /** Only HAIP forbids to continue in this way. */
  readonly onlyUnderHaip?: boolean
}

/** Copies the bytes with the last bit flipped. */
export const withFlippedBit = (bytes: Uint8Array): Uint8Array => {
  const last = bytes.length - 1
  return bytes.map((byte, index) => (index === last ? byte ^ 1 : byte))
}

/** Builds a change that removes a member. */
export const without =
  (name: string) =>
  (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))
