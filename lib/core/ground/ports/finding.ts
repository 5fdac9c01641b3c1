import type { Json } from '../values/json'
import { rendered, type Said, type Wording } from '../values/wording'
import type { CheckId } from './check-id'
import type { ErrorCode } from './errors'
import type { ExchangeId } from './ids'

/** The presented credential that a finding is about: its Credential Query, and its place in the answer to that query. */
export interface FindingSubject {
  readonly queryId: string
  /** From 0. OpenID4VP 1.0 section 8.1: each query is answered with an array. */
  readonly index: number
}

/** A short text that is equal for equal subjects only, e.g. `pid_sd_jwt#0`; empty for what is about no credential. */
export const subjectKey = (subject: FindingSubject | undefined): string =>
  subject === undefined ? '' : `${subject.queryId}#${subject.index}`

/** The subject of such a text. Throws when no subject has it: only our own keys are read back. */
export function readSubjectKey(key: string): FindingSubject {
  // An id may hold the sign too, an index never does.
  const end = key.lastIndexOf('#')
  const index = key.slice(end + 1)
  if (end < 0 || !/^\d+$/.test(index)) throw new Error('This text is the key of no subject.')
  return { queryId: key.slice(0, end), index: Number(index) }
}

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

/** A finding before redaction: what a check says of a request, with its own words told from those of the wallet. */
export interface JudgedFinding extends Omit<Finding, 'expected' | 'actual' | 'cause' | 'hint'> {
  readonly expected: Said
  readonly actual: Said
  readonly cause?: Wording
  readonly hint: Wording | null
}

/** The same without any redaction, for evidence that was redacted before it was judged. */
export const shownFinding = ({ cause, ...finding }: JudgedFinding): Finding => ({
  ...finding,
  expected: rendered(finding.expected),
  actual: rendered(finding.actual),
  ...(cause === undefined ? {} : { cause: cause.toString() }),
  hint: finding.hint === null ? null : finding.hint.toString(),
})

/** How much a check demands, the most first: a list sorted by it begins with what fails a session. */
export const levels = ['must', 'should', 'info'] as const

export type Level = (typeof levels)[number]
