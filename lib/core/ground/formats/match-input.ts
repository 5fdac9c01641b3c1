import type { CredentialQuery } from '../dcql/dcql-query'
import type { MatchBudget } from '../dcql/match-budget'
import type { PresentationReading } from './reading-of-presentation'

/** A presentation that was read, and the query that it answers. */
export interface MatchInput {
  readonly query: CredentialQuery
  /** Place in the array of the VP Token. */
  readonly index: number
  readonly reading: PresentationReading
  /** Other credential queries that this very credential answers too: what they ask for may be revealed. OID4VP-1FINAL-6.4 */
  readonly alsoAnswers: readonly CredentialQuery[]
  /** Shared by all presentations of the answer. */
  readonly budget: MatchBudget
}
