import type { ErrorCode } from '../../ground/ports/errors'
import type { FindingStatus } from '../../ground/ports/finding'
import type { FindingSubject } from '../../ground/ports/finding-subject'
import type { JudgedFinding } from '../../ground/ports/judged-finding'
import { atOnce, type Steps } from '../../ground/time/steps'
import { declared, type Said, say, type Wording, word } from '../../ground/values/wording'
import { blockedBy, type Check, type Outcome, type Profile, violated } from './check'
import { planOf } from './plan-checks'

/** A check, together with the function that selects its part of an endpoint's reading. */
export interface BoundCheck<Reading> {
  readonly check: Check<never>
  /** The presented credential that it judges; absent if the check is not about a credential. */
  readonly subject?: FindingSubject
  /** True if a violation never refuses, whatever the check says, because its profile is not the session's. */
  readonly recordedOnly?: boolean
  /** Why it judges nothing, whatever it needs; absent where it does. */
  readonly unjudged?: Wording
  readonly run: (reading: Reading) => Outcome
}

/**
 * Binds checks to the part of a reading that they judge. A `null` part makes them not applicable, with the given
 * reason.
 */
export function bind<Reading, Subject>(
  checks: readonly Check<Subject>[],
  select: (reading: Reading) => Subject | null,
  absent = say`The part of the request that this check judges is absent.`,
): BoundCheck<Reading>[] {
  return checks.map((check) => ({
    check: check as Check<never>,
    run: (reading) => {
      const subject = select(reading)
      return subject === null ? { result: 'not_applicable', because: absent } : check.run(subject)
    },
  }))
}

/** Ties bound checks to one presented credential, so that the same checks can run for each of several. */
export const bindSubject = <Reading>(
  subject: FindingSubject,
  checks: readonly BoundCheck<Reading>[],
): BoundCheck<Reading>[] => checks.map((bound) => ({ ...bound, subject }))

/** Lets checks judge nothing, each for the same reason. */
export const withoutJudging = <Reading>(because: Wording, checks: readonly Check<never>[]): BoundCheck<Reading>[] =>
  checks.map((check) => ({ check, unjudged: because, run: () => ({ result: 'not_applicable', because }) }))

/** Records checks of a profile that the session does not claim, without refusing anything. Their level is unchanged. */
export const recordProfile = <Reading>(
  profile: Profile,
  checks: readonly BoundCheck<Reading>[],
): BoundCheck<Reading>[] =>
  checks.map((bound) => (bound.check.profile === profile ? { ...bound, recordedOnly: true } : bound))

/**
 * Runs every check over the reading, in the documented order, and marks the first rejecting violation. One error never
 * hides the next. Only `needs` keeps a check from running, and the finding then names the check that it waited for. The
 * needs of a check about one credential are looked up at that credential first, then at findings about no credential: a
 * error in one credential says nothing about another. Throws if checks need each other in a circle, because no order
 * could run them.
 */
export const evaluate = <Reading>(checks: readonly BoundCheck<Reading>[], reading: Reading): JudgedFinding[] =>
  atOnce(evaluateInSteps(checks, reading))

/** Checks that run in one step: an answer with many presentations has thousands. */
const perStep = 200

/** The same in steps, between which others may have their turn. */
export function* evaluateInSteps<Reading>(
  checks: readonly BoundCheck<Reading>[],
  reading: Reading,
): Steps<JudgedFinding[]> {
  /** By the key of what was said. */
  const statuses: FindingStatus[] = []
  const outcomes: Outcome[] = []
  let count = 0
  for (const { bound, place, key, needs } of planOf(checks)) {
    const missed = needs.filter((need) => statuses[need.key] !== 'pass' && statuses[need.key] !== 'warn')
    const outcome = missed.length > 0 ? blockedBy(...missed.map(({ id }) => id)) : bound.run(reading)
    outcomes[place] = outcome
    count += 1
    if (count % perStep === 0) yield
    statuses[key] = statusOf(bound.check, outcome)
  }
  let decided = false
  return checks.map((bound, place) => {
    const finding = toFinding(bound, outcomes[place] ?? violated(), decided)
    decided = decided || finding.rejected
    return finding
  })
}

/** A violated must or should is `fail`; a violated info and anything tolerated is `warn`. */
function statusOf(check: Check<never>, outcome: Outcome): FindingStatus {
  if (outcome.result === 'violated') return check.level === 'info' ? 'warn' : 'fail'
  if (outcome.result === 'tolerated') return 'warn'
  return outcome.result
}

function toFinding(
  { check, subject, recordedOnly = false }: BoundCheck<never>,
  outcome: Outcome,
  decided: boolean,
): JudgedFinding {
  const error = outcome.result === 'violated' && !recordedOnly ? errorOf(check, outcome.error) : null
  const deviates = outcome.result === 'violated' || outcome.result === 'tolerated'
  const id = check.id
  const status = statusOf(check, outcome)
  const said = {
    expected: deviates ? (outcome.expected ?? null) : null,
    actual: actualOf(outcome),
    hint: deviates ? (outcome.hint ?? hintOf(check)) : null,
    error,
    rejected: error !== null && !decided,
  }
  const finding = subject === undefined ? { id, status, ...said } : { id, status, subject, ...said }
  const refusal = outcome.result === 'violated' ? outcome.refusal : undefined
  // Hundreds of findings are made of a presentation, and next to none has either.
  if (refusal === undefined && outcome.exchangeId === undefined) return finding
  return {
    ...finding,
    ...(refusal === undefined ? {} : { refusal }),
    ...(outcome.exchangeId === undefined ? {} : { exchangeId: outcome.exchangeId }),
  }
}

/** `undefined`: the case has no code of its own, so the check's code applies. */
const errorOf = (check: Check<never>, own: ErrorCode | null | undefined): ErrorCode | null =>
  own === undefined ? (check.rejects ?? null) : own

function actualOf(outcome: Outcome): Said {
  if ('because' in outcome) return { because: outcome.because }
  return 'blockedBy' in outcome ? { blocked_by: outcome.blockedBy.map(word) } : (outcome.actual ?? null)
}

/** One wording for each check: what redaction makes of it is asked once. */
const hints = new WeakMap<Check<never>, Wording>()

function hintOf(check: Check<never>): Wording {
  const known = hints.get(check) ?? declared(check.hint)
  hints.set(check, known)
  return known
}
