import type { Deviation } from '../../engine/deviations/deviation'
import type { IssueInput } from '../../ground/formats/credential-format'
import type { HeaderField } from '../../ground/http/exchange'
import type { ErrorCode } from '../../ground/ports/errors'
import type { Signer } from '../../ground/ports/ports'
import type { StoredExchange } from '../../ground/ports/store-types'
import type { StatusListClaims } from '../../ground/status/status-list-token'
import type { JsonObject } from '../../ground/values/json'
import type { DocumentChange, SignatureChange } from './document-change'
import type { NonceChange } from './nonce-change'
import type { IssuerTrustChanges } from './trust-changes'

/** A deliberate deviation in one answer of an issuance; all other answers are correct. */
export interface IssuerDeviation extends Deviation<AnswerChanges, IssuerNeeds> {
  /** The credential format that it needs; any by default. */
  readonly format?: IssueInput['configuration']['format']
  /**
   * Since when silence counts: the altered answer, or the last request of the wallet after it where what decides comes much
   * later, as its user may take a while.
   */
  readonly waitsFrom?: 'last_request'
  /** No text makes a wallet stop there, so going on is a warning. */
  readonly advisory?: true
  /** Whether what is wrong reached the wallet, by what the record says of its reads of lists; always by default. */
  readonly reached?: (reads: readonly JsonObject[]) => boolean
  /**
   * What the requests after the altered answer reveal about the wallet; `null` while they reveal nothing. `later`:
   * requests of wallet and browser, oldest first; `altered`: the first exchange whose answer was altered.
   */
  readonly next: (later: readonly StoredExchange[], altered: StoredExchange) => NextStep | null
}

/** A conformant wallet stops, so silence means that it did. */
export const stops = (must: string) => ({ expects: 'refusal', must, silence: 'refused' }) as const

/** A conformant wallet continues, or does what the answer asks for; silence means that it stopped. */
export const continues = (must: string) => ({ expects: 'going_on', must, silence: 'refused' }) as const

/** No text says what a wallet does; silence means that it stopped. */
export const reports = (must: string) => ({ expects: 'report', must, silence: 'refused' }) as const

/** Members of a session request that a deviation depends on. */
export interface IssuerNeeds {
  readonly issuer_configuration_id?: 'eu-pid-device-bound'
  readonly flow?: 'pre_authorized_code' | 'authorization_code'
  readonly credential_offer_mode?: 'credential_offer_uri'
  readonly dpop_nonce?: 'offered'
  readonly tx_code?: true
  readonly trust_framework?: 'eu'
  /** An issuer of its own, with at least these options: `{ deferred: {} }` is met by any deferral. */
  readonly laboratory?: JsonObject
}

/** What is altered. Each function is pure and takes the correct value. */
interface AnswerChanges {
  /** Alters the credential issuer metadata, plain and signed. */
  readonly issuerMetadata?: DocumentChange
  /** What is altered depends on how often the document was fetched before: only then is that counted. */
  readonly countsFetches?: true
  /** The altered metadata name no proof type, so that a wallet may take proofs for optional. OID4VCI-1FINAL-12.2.4 */
  readonly withoutProofTypes?: true
  /** Alters the signed form of the credential issuer metadata alone. */
  readonly signedMetadata?: SignatureChange
  /** Alters the authorization server metadata. */
  readonly serverMetadata?: DocumentChange
  /** Alters what the nonce endpoint hands out. */
  readonly nonce?: NonceChange
  /** Alters the offer that the wallet fetches. */
  readonly offer?: (offer: JsonObject) => JsonObject
  /** Hosts the offer at an issuer other than the one it names. */
  readonly hostedElsewhere?: true
  /** Alters the parameters of the authorization response; without a `code` none is granted. */
  readonly redirect?: (parameters: readonly Parameter[]) => readonly Parameter[]
  /** Alters the token response. */
  readonly token?: (answer: JsonObject) => JsonObject
  /** Changes the type of the credential. */
  readonly type?: (right: IssueInput['configuration']) => IssueInput['configuration']
  /** Alters the input of the credential. `stranger`: a signer with a self-signed certificate. */
  readonly credential?: (right: IssueInput, stranger: Signer) => IssueInput
  /** Alters the inputs of the credentials of a response, one each, in their order. */
  readonly batch?: (right: readonly IssueInput[]) => readonly IssueInput[]
  /** Alters the credential after signing. */
  readonly issued?: (credential: string) => string
  /** Alters a status list token, its signature, or whether there is one. */
  readonly statusList?: {
    readonly claims?: (right: StatusListClaims) => StatusListClaims
    readonly signer?: (right: Signer) => Signer
    readonly notFound?: true
  }
  /** Alters the credential response. */
  readonly response?: (answer: JsonObject) => JsonObject
  /** Alters what a wallet is told that has to come back for its credential, the first time and every later one. */
  readonly deferral?: (answer: JsonObject) => JsonObject
  /** Tells a wallet that came back too early another `transaction_id` than its own; from then on both are known. */
  readonly otherTransaction?: true
  /** Sends the credential response unencrypted although the request asked for encryption. */
  readonly plain?: true
  /** Records the correct credential response at once, but sends it only after this many seconds. */
  readonly holdSeconds?: number
  /** What is wrong with the trust in the issuer. Its metadata or its credential bring that to the wallet. */
  readonly trust?: IssuerTrustChanges
  /** Refuses a correct request. */
  readonly refusal?: PlannedRefusal
}

/** A refusal of a request that passes all checks. */
export interface PlannedRefusal {
  readonly at: 'requestToken' | 'requestCredential' | 'requestDeferredCredential'
  readonly error: ErrorCode
  /** Fixed ASCII sentence. */
  readonly description: string
  /** Refuse only requests of this grant. */
  readonly grant?: 'refresh_token'
  /** Refuse only the first such request. */
  readonly once?: true
  /** Refuse only a request whose proof has a nonce that was handed out as spent. */
  readonly onlyOf?: 'spent_nonce'
  readonly headers?: (right: readonly HeaderField[]) => readonly HeaderField[]
}

export type Parameter = readonly [name: string, value: string]

/** How the wallet reacted to the altered answer, and the request that shows it. */
export interface NextStep {
  readonly did: 'refused' | 'continued'
  readonly exchange: StoredExchange
  /** For display, e.g. `a token request`. */
  readonly seen: string
}
