import type { Json } from '../values/json'
import { rendered, type Said, type Wording } from '../values/wording'
import type { CheckId } from './check-id'
import type { ErrorCode } from './errors'
import type { ExchangeId } from './ids'

/**
 * The presented credential that a finding is about: its Credential Query, and its index in the answer to that query.
 */
export interface FindingSubject {
  readonly queryId: string
  /** From 0. OpenID4VP 1.0 section 8.1: each query is answered with an array. */
  readonly index: number
}

/** A text that identifies a subject, e.g. `pid_sd_jwt#0`; empty for a finding about no credential. */
export const subjectKey = (subject: FindingSubject | undefined): string =>
  subject === undefined ? '' : `${subject.queryId}#${subject.index}`

/** The subject with this key. Throws for any other text, because only our own keys are read back. */
export function readSubjectKey(key: string): FindingSubject {
  // An id may contain the separator too, an index never does.
  const end = key.lastIndexOf('#')
  const index = key.slice(end + 1)
  if (end < 0 || !/^\d+$/.test(index)) throw new Error('This text is the key of no subject.')
  return { queryId: key.slice(0, end), index: Number(index) }
}

/** Results of a check, worst first. A pass outweighs `not_observed`: it was seen at least once. */
export const findingStatuses = ['fail', 'warn', 'pass', 'not_observed', 'not_applicable'] as const

export type FindingStatus = (typeof findingStatuses)[number]

/** Compares statuses, worst first. */
export const bySeverity = (a: FindingStatus, b: FindingStatus): number =>
  findingStatuses.indexOf(a) - findingStatuses.indexOf(b)

/**
 * The result of one check for an exchange, for one credential in it, or for a session. Already redacted, and stored as
 * is.
 */
export interface Finding {
  /**
   * Id of the check; the registry has its title, clause, level and profile. A stored finding may name a check that no
   * longer exists.
   */
  readonly id: CheckId
  readonly status: FindingStatus
  /** The presented credential that was checked; absent if the check is about none. */
  readonly subject?: FindingSubject
  readonly expected: Json
  readonly actual: Json
  /**
   * Public name of the reason, `check#key`; absent if nothing is wrong, if the case has words of its own, and in findings
   * that an older version stored.
   */
  readonly reason?: `${CheckId}#${string}`
  /** Why the rule is broken, as a statement without full stop; absent if only the broken rule is known. */
  readonly cause?: string
  /** One sentence on what the wallet developer should change; `null` if nothing is wrong. */
  readonly hint: string | null
  /** Error code that this violation calls for; `null` if it is only recorded. */
  readonly error: ErrorCode | null
  /** True for the one finding that decided the response. */
  readonly rejected: boolean
  /** The sentence of the response, if it differs from the check's own. */
  readonly refusal?: string
  /** The exchange that decided a check of a whole session; absent in a finding of one exchange. */
  readonly exchangeId?: ExchangeId
}

/** A finding before redaction, which keeps the check's own words apart from the wallet's. */
export interface JudgedFinding extends Omit<Finding, 'expected' | 'actual' | 'cause' | 'hint'> {
  readonly expected: Said
  readonly actual: Said
  readonly cause?: Wording
  readonly hint: Wording | null
}

/** Renders a finding without redaction, for evidence that was redacted before it was judged. */
export const shownFinding = ({ cause, ...finding }: JudgedFinding): Finding => ({
  ...finding,
  expected: rendered(finding.expected),
  actual: rendered(finding.actual),
  ...(cause === undefined ? {} : { cause: cause.toString() }),
  hint: finding.hint === null ? null : finding.hint.toString(),
})

/** How binding a check is, most binding first, so that sorted lists begin with what fails a session. */
export const levels = ['must', 'should', 'info'] as const

export type Level = (typeof levels)[number]
