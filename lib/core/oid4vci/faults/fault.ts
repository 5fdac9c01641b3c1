import type { ClauseId } from '../../clauses'
import type { JsonObject } from '../../json'
import type { StoredExchange } from '../../store-types'

/** One fault that an answer of an issuance has on purpose, or one harmless oddity: all other answers are right. */
export interface IssuanceFault {
  /** Public and permanent, like the id of a check. */
  readonly id: string
  /** A sentence for people: what is wrong, or unusual, about the answer. */
  readonly title: string
  readonly clause: ClauseId
  /** `refusal`: a wallet must not go on with the answer. `going_on`: it goes on as ever, or does what the answer asks for. */
  readonly expects: 'refusal' | 'going_on'
  /** A sentence for people: what a good wallet does. */
  readonly must: string
  readonly needs?: FaultNeeds
  readonly changes: FaultChanges
  /**
   * What the requests after the changed answer say of the wallet; `null` while they say nothing. `later`: those of wallet and
   * browser, oldest first.
   */
  readonly next: (later: readonly StoredExchange[]) => NextStep | null
  /** What it means that nothing decisive came for as long as the session waits; `stopped` unless told. */
  readonly silence?: 'stopped' | 'says_nothing'
}

/** Members of a session request that a fault cannot do without. */
export interface FaultNeeds {
  readonly flow?: 'pre_authorized_code' | 'authorization_code'
}

/** What is changed, each by a pure function of what is right. */
interface FaultChanges {
  /** The parameters that the browser brings back to the wallet. */
  readonly redirect?: (parameters: readonly Parameter[]) => readonly Parameter[]
  /** The members of a token answer. */
  readonly token?: (answer: JsonObject) => JsonObject
}

export type Parameter = readonly [name: string, value: string]

/** What a wallet did with the changed answer, and the request that shows it. */
export interface NextStep {
  readonly did: 'refused' | 'continued'
  readonly exchange: StoredExchange
  /** For people, e.g. `a token request`. */
  readonly seen: string
}
