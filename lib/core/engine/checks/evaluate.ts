import type { ErrorCode } from '../../ground/ports/errors'
import type { FindingStatus } from '../../ground/ports/finding'
import type { FindingSubject } from '../../ground/ports/finding-subject'
import type { JudgedFinding } from '../../ground/ports/judged-finding'
import { atOnce, type PausableWork } from '../../ground/time/pausable-work'
import { declared, type Said, say, type Wording, word } from '../../ground/values/wording'
import { blockedBy, type Check, type Outcome, type Profile, violated } from './check'
import { planOf } from './plan-checks'

/** A check, together with the function that selects its part of an endpoint's reading. */
export interface BoundCheck<Reading> {
  readonly check: Check<never>
  /** The presented credential that it judges; absent if the check is not about one. */
  readonly subject?: FindingSubject
  /** True if a violation never refuses, because the session does not claim the check's profile. */
  readonly recordedOnly?: boolean
  /** Why it is not applicable, whatever its needs; absent if it runs. */
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

/** Binds checks to one presented credential, so that the same checks can run for each of several. */
export const bindSubject = <Reading>(
  subject: FindingSubject,
  checks: readonly BoundCheck<Reading>[],
): BoundCheck<Reading>[] => checks.map((bound) => ({ ...bound, subject }))

/** Makes checks not applicable, all for the same reason. */
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
 * hides the next. Only `needs` keeps a check from running; its finding then names the unmet check. The needs of a check
 * about one credential are looked up among findings for that credential first, then among findings about none: an error
 * in one credential says nothing about another. Throws if checks need each other in a cycle.
 */
export const evaluate = <Reading>(checks: readonly BoundCheck<Reading>[], reading: Reading): JudgedFinding[] =>
  atOnce(evaluateInSteps(checks, reading))

/** Checks per step: an answer with many presentations has thousands. */
const perStep = 200

/** The same in steps, so that the caller can yield to other requests in between. */
export function* evaluateInSteps<Reading>(
  checks: readonly BoundCheck<Reading>[],
  reading: Reading,
): PausableWork<JudgedFinding[]> {
  /** Indexed by the key of a check and its subject. */
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

/** A violated must or should is `fail`; a violated info, an echo, and anything tolerated is `warn`. */
function statusOf(check: Check<never>, outcome: Outcome): FindingStatus {
  if (outcome.result === 'violated') return check.level === 'info' || outcome.echo ? 'warn' : 'fail'
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
  const cause = deviates ? outcome.cause : undefined
  // A presentation produces hundreds of findings, and hardly any has one of these.
  if (refusal === undefined && cause === undefined && outcome.exchangeId === undefined) return finding
  return {
    ...finding,
    ...(cause === undefined ? {} : { cause }),
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

/** One wording per check, so that redaction examines each only once. */
const hints = new WeakMap<Check<never>, Wording>()

function hintOf(check: Check<never>): Wording {
  const known = hints.get(check) ?? declared(check.hint)
  hints.set(check, known)
  return known
}
