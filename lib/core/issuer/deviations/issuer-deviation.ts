import type { Deviation } from '../../engine/deviations/deviation'
import type { IssueInput } from '../../ground/formats/credential-format'
import type { HeaderField } from '../../ground/http/exchange'
import type { ErrorCode } from '../../ground/ports/errors'
import type { Signer } from '../../ground/ports/ports'
import type { StoredExchange } from '../../ground/ports/store-types'
import type { JsonObject } from '../../ground/values/json'

/** One answer of an issuance that deviates on purpose: all other answers are right. */
export interface IssuerDeviation extends Deviation<AnswerChanges, IssuerNeeds> {
  /** The format of credential in which it can show; any by default. */
  readonly format?: IssueInput['configuration']['format']
  /**
   * What the requests after the changed answer say of the wallet; `null` while they say nothing. `later`: those of wallet and
   * browser, oldest first; `altered`: the one whose answer was changed first.
   */
  readonly next: (later: readonly StoredExchange[], altered: StoredExchange) => NextStep | null
}

/** A good wallet stops, as its silence says. */
export const stops = (must: string) => ({ expects: 'refusal', must, silence: 'refused' }) as const

/** A good wallet continues, or does what it is asked for: its silence says that it stopped. */
export const continues = (must: string) => ({ expects: 'going_on', must, silence: 'refused' }) as const

/** Members of a session request that a deviation cannot do without. */
export interface IssuerNeeds {
  readonly flow?: 'pre_authorized_code' | 'authorization_code'
  readonly credential_offer_mode?: 'credential_offer_uri'
  readonly dpop_nonce?: 'offered'
  readonly tx_code?: true
}

/** What is changed, each by a pure function of what is right. */
interface AnswerChanges {
  /** The members of an offer that the wallet fetches. */
  readonly offer?: (offer: JsonObject) => JsonObject
  /** The offer lies at an address of another issuer than the one it names. */
  readonly hostedElsewhere?: true
  /** The parameters that the browser brings back to the wallet; without a `code` none is granted. */
  readonly redirect?: (parameters: readonly Parameter[]) => readonly Parameter[]
  /** The members of a token answer. */
  readonly token?: (answer: JsonObject) => JsonObject
  /** The credential is of another type. */
  readonly type?: (right: IssueInput['configuration']) => IssueInput['configuration']
  /** What a credential is made of. `stranger`: a key whose certificate signs itself. */
  readonly credential?: (right: IssueInput, stranger: Signer) => IssueInput
  /** The credential as it is sent. */
  readonly issued?: (credential: string) => string
  /** The members of a credential answer. */
  readonly response?: (answer: JsonObject) => JsonObject
  /** The credential answer comes in plain although encryption was asked for. */
  readonly plain?: true
  /** The right credential answer is on record at once, and is sent after so many seconds. */
  readonly holdSeconds?: number
  /** A request that is right is refused. */
  readonly refusal?: PlannedRefusal
}

/** The refusal of a request that no check refuses. */
export interface PlannedRefusal {
  readonly at: 'requestToken' | 'requestCredential'
  readonly error: ErrorCode
  /** Fixed ASCII sentence. */
  readonly description: string
  /** Only the first such request is refused. */
  readonly once?: true
  readonly headers?: (right: readonly HeaderField[]) => readonly HeaderField[]
}

export type Parameter = readonly [name: string, value: string]

/** What a wallet did with the changed answer, and the request that shows it. */
export interface NextStep {
  readonly did: 'refused' | 'continued'
  readonly exchange: StoredExchange
  /** For people, e.g. `a token request`. */
  readonly seen: string
}
