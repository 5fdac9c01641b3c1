import type { CheckId } from '@/lib/core/ground/ports/check-id'
import { type Finding, readSubjectKey, subjectKey } from '@/lib/core/ground/ports/finding'
import { isObject, type Json } from '@/lib/core/ground/values/json'

/** The members of a finding other than its check id. Members with the value of a plain pass are omitted. */
interface StoredFacts extends Partial<Omit<Finding, 'id' | 'subject'>> {
  /** A short string, made by `subjectKey`. */
  readonly subject?: string
}

/** Consecutive findings that are equal except for their check ids. */
export interface FindingGroup extends StoredFacts {
  readonly ids: readonly CheckId[]
}

/** A single finding in the older format, before findings were grouped. */
export interface SingleFinding extends StoredFacts {
  readonly id: CheckId
}

const usual = { status: 'pass', expected: null, actual: null, hint: null, error: null, rejected: false } as const

/** Groups consecutive equal findings, for example checks that passed or were not applicable for the same reason. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups: { finding: Finding; ids: CheckId[] }[] = []
  for (const finding of findings) {
    const last = groups.at(-1)
    if (last !== undefined && sayTheSame(last.finding, finding)) last.ids.push(finding.id)
    else groups.push({ finding, ids: [finding.id] })
  }
  return groups.map(({ finding, ids }) => ({ ids, ...factsOf(finding) }))
}

/**
 * Expands a group into its findings, in order and with every member. Throws if the subject is not one that we wrote.
 */
export function findingsOf(entry: FindingGroup | SingleFinding): Finding[] {
  const { ids, subject, status, expected, actual, hint, error, rejected, ...others } =
    'ids' in entry ? entry : { ...entry, ids: [entry.id] }
  return ids.map(
    (id): Finding => ({
      id,
      status: status ?? usual.status,
      ...(subject === undefined ? {} : { subject: readSubjectKey(subject) }),
      expected: expected ?? null,
      actual: actual ?? null,
      hint: hint ?? null,
      error: error ?? null,
      rejected: rejected ?? false,
      ...others,
    }),
  )
}

/** Whether two findings differ only in their ids, as far as a cheap comparison can tell. */
const sayTheSame = (one: Finding, other: Finding): boolean =>
  one.status === other.status &&
  subjectKey(one.subject) === subjectKey(other.subject) &&
  isSameReason(one.actual, other.actual) &&
  [one, other].every(
    ({ expected, cause, hint, error, rejected, refusal, exchangeId }) =>
      expected === null &&
      cause === undefined &&
      hint === null &&
      error === null &&
      !rejected &&
      refusal === undefined &&
      exchangeId === undefined,
  )

const isSameReason = (one: Json, other: Json): boolean =>
  one === other || (reasonOf(one) !== null && reasonOf(one) === reasonOf(other))

/** The message of a finding whose value holds nothing else. */
const reasonOf = (actual: Json): string | null =>
  isObject(actual) && typeof actual.because === 'string' && Object.keys(actual).length === 1 ? actual.because : null

function factsOf({ id: _, subject, ...finding }: Finding): StoredFacts {
  const facts: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(finding))
    if (value !== undefined && value !== usual[name as keyof typeof usual]) facts[name] = value
  return { ...facts, ...(subject === undefined ? {} : { subject: subjectKey(subject) }) }
}
