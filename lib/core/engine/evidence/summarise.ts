import { bySeverity, type FindingStatus, levels } from '../../shared/ports/finding'
import type { Level, Profile } from '../checks/check'
import { draftRadar } from './draft-radar'
import type { ConformanceEntry, LevelCounts, ProfileCounts, SummaryView, Verdict } from './session-view'

/** The worst status of each check: a failure that was corrected later still counts, one after the end does not. */
export function worstByCheck(conformance: readonly ConformanceEntry[]): ConformanceEntry[] {
  const worst = new Map<string, ConformanceEntry>()
  for (const entry of conformance) {
    if (isAfterEnd(entry)) continue
    const known = worst.get(entry.id)
    if (!known || bySeverity(entry.status, known.status) < 0) worst.set(entry.id, entry)
  }
  return [...worst.values()]
}

/**
 * How far a warning is from what a specification demands of a session: 0 for that, and for a member that it took out, 1
 * for what a profile demands that the session does not claim, 2 for advice and the rules of this service.
 */
export const adviceRank = ({ level, rule, softened, removed }: ConformanceEntry): number =>
  (level === 'info' && removed !== true) || rule === 'house' ? 2 : Number(softened === 'unclaimed')

/** The warning that is told first: what is demanded before advice, of the strictest level, the earliest; `undefined` for none. */
export const firstWarned = (worst: readonly ConformanceEntry[]): ConformanceEntry | undefined =>
  worst
    .filter(({ status }) => status === 'warn')
    .toSorted(
      (one, other) => adviceRank(one) - adviceRank(other) || levels.indexOf(one.level) - levels.indexOf(other.level),
    )[0]

/** True for a finding after the end of the session, listed but not counted. */
export const isAfterEnd = ({ softened }: Pick<ConformanceEntry, 'softened'>): boolean => softened === 'after_end'

/**
 * The findings that count, which excludes those after the end of the session. If the client had another session at the
 * same time, a request that names none may belong to that one: its findings do not count, and a check without others
 * was not observed.
 */
export function countedFindings(
  conformance: readonly ConformanceEntry[],
  mixedTraffic: boolean,
): readonly ConformanceEntry[] {
  const inTime = conformance.filter((entry) => !isAfterEnd(entry))
  if (!mixedTraffic) return inTime
  const isForeign = ({ correlation, exchange_id }: ConformanceEntry) =>
    correlation === 'inferred' && exchange_id !== null
  const certain = new Set(inTime.filter((entry) => !isForeign(entry)).map(({ id }) => id))
  return inTime.flatMap((entry): ConformanceEntry[] => {
    if (!isForeign(entry)) return [entry]
    return certain.has(entry.id) || entry.status === 'not_applicable' ? [] : [{ ...entry, status: 'not_observed' }]
  })
}

/** Number of checks per status. */
export function countStatuses(checks: readonly { readonly status: FindingStatus }[]): Record<FindingStatus, number> {
  const counts: Record<FindingStatus, number> = { pass: 0, fail: 0, warn: 0, not_observed: 0, not_applicable: 0 }
  for (const { status } of checks) counts[status] += 1
  return counts
}

/** A violated must in a request that names no session but most likely belongs to this one. */
export const isInferredBreach = ({ level, softened }: ConformanceEntry): boolean =>
  level === 'must' && softened === 'inferred'

/**
 * Checks of level must that were violated in inferred exchanges only, each once. None if the client had another session
 * at that time: nobody can tell whose request it was.
 */
export const inferredBreaches = (conformance: readonly ConformanceEntry[], mixedTraffic: boolean): number =>
  mixedTraffic ? 0 : new Set(conformance.filter(isInferredBreach).map(({ id }) => id)).size

/** What decides the verdict besides the findings. */
interface Circumstances {
  /** Profiles that the session does not claim. */
  readonly unclaimed?: readonly Profile[]
  readonly mixedTraffic?: boolean
  /** What somebody told is the result, so that no rule needs to be seen to hold. */
  readonly told?: boolean
  /** Why a session without a violation has no pass, if its kind knows. */
  readonly why?: string | null
}

/**
 * Counts and verdicts of a session. Only musts decide a verdict, of base rules and claimed profiles. Nothing passes
 * unseen, unless somebody told the result: a profile without a must that was seen to hold stays `incomplete`. So does an
 * unclaimed profile, and a session whose client most likely violated a must in a request that names no session.
 */
export function summarise(
  conformance: readonly ConformanceEntry[],
  finished: boolean,
  { unclaimed = [], mixedTraffic = false, told = false, why = null }: Circumstances = {},
): SummaryView {
  const counted = countedFindings(conformance, mixedTraffic)
  const checks = worstByCheck(counted)
  const level = (name: Level): LevelCounts => {
    const of = (status: FindingStatus) =>
      checks.filter((entry) => entry.level === name && entry.status === status).length
    return { pass: of('pass'), fail: of('fail'), not_observed: of('not_observed') }
  }
  const verdict = (wanted: (entry: ConformanceEntry) => boolean): Verdict => {
    const musts = checks.filter((entry) => wanted(entry) && entry.level === 'must')
    if (musts.some(({ status }) => status === 'fail')) return 'fail'
    return finished && musts.some(({ status }) => status === 'pass') ? 'pass' : 'incomplete'
  }
  const profile = (name: Profile): ProfileCounts => {
    const of = (status: FindingStatus) =>
      checks.filter((entry) => entry.profile === name && entry.status === status).length
    return {
      pass: of('pass'),
      fail: of('fail'),
      warn: of('warn'),
      verdict: unclaimed.includes(name) ? 'incomplete' : verdict((entry) => entry.profile === name),
    }
  }
  const seen = verdict(({ profile }) => !unclaimed.includes(profile))
  const whole = told && seen === 'incomplete' ? 'pass' : seen
  const isOpen = whole === 'pass' && inferredBreaches(conformance, mixedTraffic) > 0
  return {
    must: level('must'),
    should: level('should'),
    counts: countStatuses(checks),
    by_profile: {
      base: profile('base'),
      haip: profile('haip'),
      pid: profile('pid'),
      ...(unclaimed.includes('eu') ? {} : { eu: profile('eu') }),
    },
    verdict: isOpen ? 'incomplete' : whole,
    reason: isOpen
      ? 'A MUST was broken in a request that names no session and most likely came from this wallet.'
      : whole === 'incomplete'
        ? why
        : null,
    mixed_traffic: mixedTraffic,
    drafts: draftRadar(counted),
  }
}
