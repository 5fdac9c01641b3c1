import type { Json } from '../values/json'
import type { CheckId } from './check-id'
import type { ErrorCode } from './errors'
import type { FindingSubject } from './finding-subject'
import type { ExchangeId } from './ids'

/** What a check can come to, worst first. A pass outweighs `not_observed`: it was seen at least once. */
export const findingStatuses = ['fail', 'warn', 'pass', 'not_observed', 'not_applicable'] as const

export type FindingStatus = (typeof findingStatuses)[number]

/** Sorts the worst status first. */
export const bySeverity = (a: FindingStatus, b: FindingStatus): number =>
  findingStatuses.indexOf(a) - findingStatuses.indexOf(b)

/** What one check found in one exchange, of one credential in it, or over a session. Already redacted: it is stored as it is. */
export interface Finding {
  /**
   * Id of the check; title, clause, level and profile are in the registry. One that was stored may be there no more.
   */
  readonly id: CheckId
  readonly status: FindingStatus
  /** The presented credential that was looked at; absent where the check is about none. */
  readonly subject?: FindingSubject
  readonly expected: Json
  readonly actual: Json
  /** Why the rule is broken, as a statement without its full stop; absent where only the broken rule is known. */
  readonly cause?: string
  /** One sentence that tells the wallet developer what to change; `null` when nothing is wrong. */
  readonly hint: string | null
  /** Code of the answer this violation calls for; `null` when it is only recorded. */
  readonly error: ErrorCode | null
  /** True for the one finding that decided the answer. */
  readonly rejected: boolean
  /** The sentence of the answer, where the case has one of its own; else that of the check counts. */
  readonly refusal?: string
  /** The exchange that decided a check over a whole session; a finding of one exchange is in that exchange. */
  readonly exchangeId?: ExchangeId
}
