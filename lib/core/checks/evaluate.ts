import type { ErrorCode } from '../errors'
import type { Finding, FindingStatus } from '../finding'
import { type FindingSubject, subjectKey } from '../finding-subject'
import type { JsonObject } from '../json'
import { type Check, type Outcome, type Profile, violated } from './check'

/** A check together with the way from an endpoint's reading to the part it looks at. */
export interface BoundCheck<Reading> {
  readonly check: Check<never>
  /** The presented credential that it looks at; absent where the check is about none. */
  readonly subject?: FindingSubject
  /** True where a violation refuses nothing, whatever the check says: its profile is not the one of the session. */
  readonly recordedOnly?: boolean
  readonly run: (reading: Reading) => Outcome
}

/** Binds checks to the part of a reading they look at. A `null` part makes them not applicable, with the reason given. */
export function bind<Reading, Subject>(
  checks: readonly Check<Subject>[],
  select: (reading: Reading) => Subject | null,
  absent = 'The part of the request that this check looks at is absent.',
): BoundCheck<Reading>[] {
  return checks.map((check) => ({
    check: check as Check<never>,
    run: (reading) => {
      const subject = select(reading)
      return subject === null ? { result: 'not_applicable', because: absent } : check.run(subject)
    },
  }))
}

/** Lets bound checks stand for one presented credential, so that the same checks can run for each of several. */
export const bindSubject = <Reading>(
  subject: FindingSubject,
  checks: readonly BoundCheck<Reading>[],
): BoundCheck<Reading>[] => checks.map((bound) => ({ ...bound, subject }))

/** Lets checks of a profile that a session does not claim be recorded without refusing anything. Their level stays. */
export const recordProfile = <Reading>(
  profile: Profile,
  checks: readonly BoundCheck<Reading>[],
): BoundCheck<Reading>[] =>
  checks.map((bound) => (bound.check.profile === profile ? { ...bound, recordedOnly: true } : bound))

/** What a check has found so far is known by its id and by what it looked at. */
const keyOf = (id: string, subject?: FindingSubject): string => `${id} ${subjectKey(subject)}`

/**
 * Runs every check over the reading, in the documented order, and marks the first rejecting violation.
 * One bad thing never hides the next; only `needs` makes a check step back, and then it says for which one. What a check
 * of one credential needs is looked for at that credential, and else at what is about none: a fault of one credential
 * says nothing about another.
 * Throws when checks need each other in a circle, for then no order can run them.
 */
export function evaluate<Reading>(checks: readonly BoundCheck<Reading>[], reading: Reading): Finding[] {
  const statuses = new Map<string, FindingStatus>()
  const outcomes = new Map<BoundCheck<Reading>, Outcome>()
  const pending = [...checks]
  const known = new Set(checks.map(({ check, subject }) => keyOf(check.id, subject)))
  const needsOf = ({ check, subject }: BoundCheck<Reading>) =>
    (check.needs ?? []).flatMap((id) => {
      const key = [keyOf(id, subject), keyOf(id)].find((one) => known.has(one))
      return key === undefined ? [] : [{ id, key }]
    })
  // `needs` may point forward in the list, for the list is in the order of answers, not of dependencies.
  while (pending.length > 0) {
    const before = pending.length
    for (const bound of [...pending]) {
      const needs = needsOf(bound)
      if (!needs.every(({ key }) => statuses.has(key))) continue
      const blockedBy = needs
        .filter(({ key }) => statuses.get(key) !== 'pass' && statuses.get(key) !== 'warn')
        .map(({ id }) => id)
      const outcome: Outcome =
        blockedBy.length > 0
          ? { result: 'not_applicable', because: `${blockedPrefix}${blockedBy.join(', ')}` }
          : bound.run(reading)
      outcomes.set(bound, outcome)
      statuses.set(keyOf(bound.check.id, bound.subject), statusOf(bound.check, outcome))
      pending.splice(pending.indexOf(bound), 1)
    }
    if (pending.length === before)
      throw new Error(`Checks need each other in a circle: ${pending.map((b) => b.check.id)}`)
  }
  let decided = false
  return checks.map((bound) => {
    const finding = toFinding(bound, outcomes.get(bound) ?? violated(), decided)
    decided = decided || finding.rejected
    return finding
  })
}

/** A violated must or should is `fail`; a violated info and whatever is tolerated is `warn`. */
function statusOf(check: Check<never>, outcome: Outcome): FindingStatus {
  if (outcome.result === 'violated') return check.level === 'info' ? 'warn' : 'fail'
  if (outcome.result === 'tolerated') return 'warn'
  return outcome.result
}

function toFinding(
  { check, subject, recordedOnly = false }: BoundCheck<never>,
  outcome: Outcome,
  decided: boolean,
): Finding {
  const error = outcome.result === 'violated' && !recordedOnly ? errorOf(check, outcome.error) : null
  const deviates = outcome.result === 'violated' || outcome.result === 'tolerated'
  return {
    id: check.id,
    status: statusOf(check, outcome),
    ...(subject === undefined ? {} : { subject }),
    expected: deviates ? (outcome.expected ?? null) : null,
    actual: 'because' in outcome ? reasonOf(outcome.because) : (outcome.actual ?? null),
    hint: deviates ? (outcome.hint ?? check.hint) : null,
    error,
    rejected: error !== null && !decided,
    ...(outcome.result === 'violated' && outcome.refusal !== undefined ? { refusal: outcome.refusal } : {}),
    ...(outcome.exchangeId === undefined ? {} : { exchangeId: outcome.exchangeId }),
  }
}

/** `undefined`: the case has no code of its own, so the check's counts. */
const errorOf = (check: Check<never>, own: ErrorCode | null | undefined): ErrorCode | null =>
  own === undefined ? (check.rejects ?? null) : own

const blockedPrefix = 'blocked by '

const reasonOf = (because: string): JsonObject =>
  because.startsWith(blockedPrefix) ? { blocked_by: because.slice(blockedPrefix.length).split(', ') } : { because }
