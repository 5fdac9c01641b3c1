import type { CheckId } from '../../shared/ports/check-id'
import type { ErrorCode } from '../../shared/ports/errors'
import { type FindingStatus, type FindingSubject, type JudgedFinding, subjectKey } from '../../shared/ports/finding'
import { atOnce, type PausableWork } from '../../shared/time/pausable-work'
import { declared, filled, type Said, say, type Wording, word } from '../../shared/values/wording'
import {
  type Ask,
  blockedBy,
  broken,
  type Check,
  type Outcome,
  type Profile,
  type Reason,
  type ReasonId,
  reasonId,
  violated,
} from './check'

/** The parts of a bound check that decide when it runs. */
interface Plannable {
  readonly check: Pick<Check<never>, 'id' | 'needs'>
  readonly subject?: FindingSubject
  readonly unjudged?: Wording
}

/** A check with what is known before anything is read. */
interface PlannedCheck<Bound> {
  readonly bound: Bound
  /** Its index in the list. */
  readonly place: number
  /** A number for its id and subject. */
  readonly key: number
  readonly needs: readonly Need[]
}

/** A check that another one needs, by id and key. */
interface Need {
  readonly id: CheckId
  readonly key: number
}

/** Caches plans by list; most lists serve every request of an endpoint. */
const plans = new WeakMap<readonly Plannable[], readonly PlannedCheck<Plannable>[]>()

/** The checks of a list, each after those that it needs. Throws if they need each other in a cycle. */
function planOf<Bound extends Plannable>(checks: readonly Bound[]): readonly PlannedCheck<Bound>[] {
  const known = plans.get(checks) as readonly PlannedCheck<Bound>[] | undefined
  if (known !== undefined) return known
  const plan = inOrder(withNeeds(checks))
  plans.set(checks, plan)
  return plan
}

const noNeeds: readonly Need[] = []

/** Looks each needed check up for its own subject first, then among checks about no credential. */
function withNeeds<Bound extends Plannable>(checks: readonly Bound[]): readonly PlannedCheck<Bound>[] {
  const keys = createKeys()
  const own = checks.map(({ check, subject }) => keys.of(check.id, subject))
  return checks.map((bound, place) => ({ bound, place, key: own[place] ?? 0, needs: needsOf(bound, keys) }))
}

function needsOf({ check: { needs }, subject, unjudged }: Plannable, keys: Keys): readonly Need[] {
  if (unjudged !== undefined || needs === undefined) return noNeeds
  return needs.flatMap((id): Need[] => {
    const key = keys.known(id, subject) ?? keys.known(id)
    return key === undefined ? [] : [{ id, key }]
  })
}

/** Numbers for pairs of a check and its subject. */
interface Keys {
  of(id: CheckId, subject?: FindingSubject): number
  /** `undefined` for a pair that has no number yet. */
  known(id: CheckId, subject?: FindingSubject): number | undefined
}

function createKeys(): Keys {
  let count = 0
  const bySubject = new Map<string, Map<CheckId, number>>()
  // Checks of one subject usually follow each other.
  let last: FindingSubject | undefined
  const general = new Map<CheckId, number>()
  let ofLast = general
  const at = (subject: FindingSubject | undefined): Map<CheckId, number> => {
    if (subject === undefined) return general
    if (subject === last) return ofLast
    const name = subjectKey(subject)
    last = subject
    ofLast = bySubject.get(name) ?? new Map()
    bySubject.set(name, ofLast)
    return ofLast
  }
  return {
    of(id, subject) {
      const keys = at(subject)
      const key = keys.get(id) ?? count++
      keys.set(id, key)
      return key
    },
    known: (id, subject) => at(subject).get(id),
  }
}

/** `needs` may point forward, because the list is in the order of refusals, not of dependencies. */
function inOrder<Bound extends Plannable>(checks: readonly PlannedCheck<Bound>[]): readonly PlannedCheck<Bound>[] {
  const order: PlannedCheck<Bound>[] = []
  const settled = new Set<number>()
  let pending = checks
  while (pending.length > 0) {
    const blocked = pending.filter((planned) => {
      if (!planned.needs.every(({ key }) => settled.has(key))) return true
      settled.add(planned.key)
      order.push(planned)
      return false
    })
    if (blocked.length === pending.length)
      throw new Error(`Checks need each other in a circle: ${pending.map(({ bound }) => bound.check.id)}`)
    pending = blocked
  }
  return order
}

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
export const skipChecks = <Reading>(because: Wording, checks: readonly Check<never>[]): BoundCheck<Reading>[] =>
  checks.map((check) => ({ check, unjudged: because, run: () => ({ result: 'not_applicable', because }) }))

/** Leaves checks out, as where nothing could come of them. */
export const withoutChecks = <Reading>(
  checks: readonly BoundCheck<Reading>[],
  left: Readonly<Record<string, Pick<Check<never>, 'id'>>>,
): BoundCheck<Reading>[] => {
  const ids = new Set(Object.values(left).map(({ id }) => id))
  return checks.filter(({ check }) => !ids.has(check.id))
}

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

/** `evaluate` in steps, so that the caller can serve other requests in between. */
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

/** A violated must or should is `fail`; a violated info or rule of this service, an echo, and anything tolerated `warn`. */
function statusOf(check: Check<never>, outcome: Outcome): FindingStatus {
  if (outcome.result === 'violated')
    return check.level === 'info' || outcome.echo || check.reasons[outcome.reason ?? broken]?.rule === 'house'
      ? 'warn'
      : 'fail'
  if (outcome.result === 'tolerated') return 'warn'
  return outcome.result
}

function toFinding(
  { check, subject, recordedOnly = false }: BoundCheck<never>,
  outcome: Outcome,
  decided: boolean,
): JudgedFinding {
  const deviates = outcome.result === 'violated' || outcome.result === 'tolerated'
  const reason = deviates ? saidBy(check, outcome.reason) : null
  const error =
    outcome.result === 'violated' && !recordedOnly && !outcome.recorded ? errorOf(check, reason?.declared) : null
  const id = check.id
  const status = statusOf(check, outcome)
  const said = {
    expected: deviates ? (outcome.expected ?? null) : null,
    actual: actualOf(outcome),
    hint: deviates ? placed(outcome.fix ?? reason?.fix ?? null, outcome.place) : null,
    error,
    rejected: error !== null && !decided,
  }
  const finding = subject === undefined ? { id, status, ...said } : { id, status, subject, ...said }
  const refusal = outcome.result === 'violated' ? (outcome.refusal ?? reason?.declared.refusal) : undefined
  const cause = deviates ? headlineOf(reason, outcome.actual) : undefined
  const named = reason?.id
  if (deviates && outcome.asks !== undefined && outcome.asks.length > 0)
    return noteAsks({ ...finding, ...wordsOf(named, cause, refusal) }, { check, outcome, asks: outcome.asks })
  // A presentation produces hundreds of findings, and hardly any has one of these.
  if (named === undefined && refusal === undefined && cause === undefined && outcome.exchangeId === undefined)
    return finding
  return {
    ...finding,
    ...wordsOf(named, cause, refusal),
    ...(outcome.exchangeId === undefined ? {} : { exchangeId: outcome.exchangeId }),
  }
}

const wordsOf = (
  reason: ReasonId | undefined,
  cause: Wording | undefined,
  refusal: string | undefined,
): Pick<JudgedFinding, 'reason' | 'cause' | 'refusal'> => ({
  ...(reason === undefined ? {} : { reason }),
  ...(cause === undefined ? {} : { cause }),
  ...(refusal === undefined ? {} : { refusal }),
})

/** What a finding could not place. Kept beside it, because a finding is stored and the values are not. */
interface Asked {
  readonly check: Check<never>
  readonly outcome: Outcome
  readonly asks: readonly Ask[]
}

const asked = new WeakMap<JudgedFinding, Asked>()

function noteAsks(finding: JudgedFinding, what: Asked): JudgedFinding {
  asked.set(finding, what)
  return finding
}

/** What a check could not place; empty for nearly every finding. */
export const asksOf = (finding: JudgedFinding): readonly Ask[] => asked.get(finding)?.asks ?? []

/** An answer of a recogniser. */
export interface Answered {
  /** Key of the reason. */
  readonly reason: string
  readonly seen: Said
  /** What the HTTP answer may say of it, nothing of which is from the request; `null` for nothing. */
  readonly answer: Said
}

/** The finding with the words of what a recogniser knew. What it calls for, and whether it refuses, stay as they are. */
export function withAnswer(finding: JudgedFinding, { reason: key, seen, answer }: Answered): JudgedFinding {
  const { check, outcome } = asked.get(finding) ?? {}
  const reason = check === undefined ? null : saidBy(check, key)
  if (check === undefined || reason === null) return finding
  const { reason: _, cause: __, ...rest } = finding
  const says = headlineOf(reason, seen)
  const refusal = finding.refusal ?? check.refusal
  const place = outcome !== undefined && 'place' in outcome ? outcome.place : undefined
  return {
    ...rest,
    actual: seen,
    hint: placed(reason.fix, place),
    ...(reason.id === undefined ? {} : { reason: reason.id }),
    ...(says === undefined ? {} : { cause: says }),
    ...(answer === null || refusal === undefined
      ? {}
      : { refusal: `${headlineOf(reason, answer) ?? says}. ${refusal}` }),
  }
}
const placed = (fix: Wording | null, place: Wording | undefined): Wording | null =>
  fix === null || place === undefined ? fix : say`${place}: ${fix}`

/** `undefined`: the reason has no code of its own, so that of the check applies. */
const errorOf = ({ rejects }: Check<never>, reason: Reason | undefined): ErrorCode | null =>
  reason?.error === undefined ? (rejects ?? null) : reason.error

function actualOf(outcome: Outcome): Said {
  if ('because' in outcome) return { because: outcome.because }
  return 'blockedBy' in outcome ? { blocked_by: outcome.blockedBy.map(word) } : (outcome.actual ?? null)
}

/** A reason of a check, ready to be said. */
interface SaidReason {
  /** `undefined` for a case that the check does not name: it gets the words of the first reason, and no name. */
  readonly id: ReasonId | undefined
  readonly key: string
  readonly declared: Reason
  readonly fix: Wording
}

/** One wording per reason, so that redaction examines each only once. */
const fixes = new WeakMap<Reason, Wording>()

function saidBy({ id, reasons }: Check<never>, key = broken): SaidReason | null {
  const isNamed = Object.hasOwn(reasons, key)
  const reason = isNamed ? reasons[key] : Object.values(reasons)[0]
  if (reason === undefined) return null
  const fix = fixes.get(reason) ?? declared(reason.fix)
  fixes.set(reason, fix)
  return { id: isNamed ? reasonId(id, key) : undefined, key, declared: reason, fix }
}

/**
 * A reason with a name of its own says it all, with what was received in its place. That of a check with one reason, and
 * one that says what something must be, get the value when they are shown.
 */
function headlineOf(reason: SaidReason | null, actual: Said | undefined): Wording | undefined {
  if (reason === null || reason.id === undefined || typeof reason.declared.says !== 'string') return undefined
  const { says } = reason.declared
  return reason.key === broken && !hasPlaces(says) ? undefined : filled(says, actual ?? null)
}

/** Whether a statement has a place for what was received. */
const hasPlaces = (says: string): boolean => /\{[a-z_]+\}/.test(says)
