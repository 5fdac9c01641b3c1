import type { Level, Profile } from '@/lib/core/engine/checks/check'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { failuresInOrder } from '@/lib/core/engine/evidence/leading-finding'
import { warningsInOrder } from '@/lib/core/engine/evidence/next-for-you'
import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { countedFindings, isInferredBreach } from '@/lib/core/engine/evidence/summarise'
import type { SessionCause } from '@/lib/core/engine/evidence/z-session-view'
import { bySeverity, type FindingStatus } from '@/lib/core/shared/ports/finding'
import { groupBy } from '@/lib/core/shared/values/collections'
import { isObject } from '@/lib/core/shared/values/json'
import type { InspectorTarget } from '@/lib/paths'
import type { CatalogueCheck, ClauseReference } from '@/lib/queries/checks'

/** A check over the whole session: its worst status and all its findings. */
export interface JudgedCheck {
  readonly id: string
  readonly title: string
  readonly group: CheckGroup
  readonly level: Level
  readonly profile: Profile
  readonly clauses: readonly ClauseReference[]
  readonly why: string | null
  readonly status: FindingStatus
  /** See `isLikelyFailure`. */
  readonly likely: boolean
  /** The finding that determines the status: the rejecting one, else the earliest. */
  readonly deciding: ConformanceEntry
  readonly entries: readonly ConformanceEntry[]
}

/**
 * Groups findings by check, in catalogue order. Findings of checks no longer in the catalogue come last: evidence
 * outlives code. Only findings that count determine the status, but all are listed.
 */
export function judgeChecks(
  conformance: readonly ConformanceEntry[],
  catalogue: readonly CatalogueCheck[],
  mixedTraffic = false,
): JudgedCheck[] {
  const counting = groupBy(countedFindings(conformance, mixedTraffic), ({ id }) => id)
  const byId = groupBy(conformance, ({ id }) => id)
  const known = new Map(catalogue.map((check) => [check.id, check]))
  const order = [
    ...catalogue.map(({ id }) => id).filter((id) => byId.has(id)),
    ...[...byId.keys()].filter((id) => !known.has(id)),
  ]
  return order.flatMap((id) => {
    const entries = byId.get(id) ?? []
    const [deciding] = [...(counting.get(id) ?? entries)].sort(
      (a, b) =>
        bySeverity(a.status, b.status) || Number(b.rejected) - Number(a.rejected) || a.occurrence - b.occurrence,
    )
    if (deciding === undefined) return []
    const check = known.get(id)
    return [
      {
        id,
        title: check?.title ?? deciding.title,
        group: check?.group ?? 'vci.flow',
        level: deciding.level,
        profile: deciding.profile,
        clauses: check?.clauses ?? [],
        why: check?.why ?? null,
        status: deciding.status,
        likely: isLikelyFailure(deciding, mixedTraffic),
        deciding,
        entries,
      },
    ]
  })
}

/**
 * Whether a warning is a MUST that most likely failed: its request names no session, and can only belong to this one.
 * Every row says so alike.
 */
export const isLikelyFailure = (entry: ConformanceEntry, mixedTraffic: boolean): boolean =>
  entry.status === 'warn' && isInferredBreach(entry) && !mixedTraffic

/** One failed check at one exchange. */
export interface Failure {
  readonly check: JudgedCheck
  readonly entry: ConformanceEntry
}

/** Failed findings in reporting order, one per check and exchange; see failuresInOrder. */
export function listFailures(
  checks: readonly JudgedCheck[],
  exchanges: readonly ExchangeView[],
  mixedTraffic = false,
): Failure[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const entries = checks.flatMap((check) => check.entries)
  return failuresInOrder(
    entries,
    exchanges.map(({ id }) => id),
    mixedTraffic,
  ).flatMap((entry) => {
    const check = byId.get(entry.id)
    return check === undefined ? [] : [{ check, entry }]
  })
}

/** The finding to show first, which the read-back names as the cause; `null` if nothing was refused and nothing failed. */
export function firstFailure(checks: readonly JudgedCheck[], cause: CauseReference | null): Failure | null {
  const check = cause && checks.find(({ id }) => id === cause.check)
  if (!check) return null
  const found = check.entries.filter(
    ({ status, exchange_id }) => exchange_id === cause.exchange_id && (status === 'fail' || status === 'warn'),
  )
  const entry = found.find(({ reason = null }) => reason === cause.reason) ?? found[0]
  return entry === undefined ? null : { check, entry }
}

/** Warnings in reporting order, beside what `listFailures` has; the read-back's `next_for_you` names the first. */
export function listWarnings(
  checks: readonly JudgedCheck[],
  exchanges: readonly Pick<ExchangeView, 'id'>[],
  mixedTraffic = false,
): Failure[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  return warningsInOrder(
    checks.flatMap((check) => check.entries),
    exchanges.map(({ id }) => id),
    mixedTraffic,
  ).flatMap((entry) => {
    const check = byId.get(entry.id)
    return check === undefined ? [] : [{ check, entry }]
  })
}

const failureWords = { fail: 'failure', warn: 'warning' } as const

const failureWord = ({ entry }: Failure): 'failure' | 'warning' =>
  failureWords[entry.status === 'warn' ? 'warn' : 'fail']

/** Which failure or warning of the listed ones it is, e.g. `warning 1 of 2`; empty for none. */
export function failurePlace(failures: readonly Failure[], index: number): string {
  const failure = failures[index]
  if (failure === undefined) return ''
  const word = failureWord(failure)
  const alike = failures.filter((one) => failureWord(one) === word)
  return `${word} ${alike.indexOf(failure) + 1} of ${alike.length}`
}

/** The one that follows, in words for a link, e.g. `Next failure`; `null` if there is no other. */
export function nextFailureWords(failures: readonly Failure[], index: number): string | null {
  const next = failures[(index + 1) % Math.max(failures.length, 1)]
  if (next === undefined || (failures.length === 1 && index === 0)) return null
  return `${index < 0 ? 'First' : 'Next'} ${failureWord(next)}`
}

type CauseReference = Pick<SessionCause, 'check' | 'reason' | 'exchange_id'>

/** Why a check gave no verdict; `null` if it gave one. */
export function whyNotJudged({ status, actual }: Pick<ConformanceEntry, 'status' | 'actual'>): string | null {
  if (status !== 'not_observed' && status !== 'not_applicable') return null
  if (isObject(actual) && Array.isArray(actual.blocked_by)) {
    return `Needs another check to pass first: ${actual.blocked_by.join(', ')}.`
  }
  if (isObject(actual) && typeof actual.because === 'string') return actual.because
  return status === 'not_observed' ? 'Nothing to judge has arrived yet.' : 'It does not apply to this session.'
}

const listOf = (target: InspectorTarget): readonly string[] => target.open?.split(',') ?? []

/** Whether the URL expands this group of checks. */
export const isOpen = (target: InspectorTarget, group: string): boolean =>
  target.all === '1' || listOf(target).includes(group)

/** Target with this group expanded. */
export const withOpen = (target: InspectorTarget, group: string): InspectorTarget =>
  isOpen(target, group) ? target : { ...target, open: [...listOf(target), group].join(',') }

/** Target with this group collapsed; `groups` are those on the page. */
export function withFolded(target: InspectorTarget, group: string, groups: readonly string[]): InspectorTarget {
  const open = groups.filter((one) => one !== group && isOpen(target, one))
  return { ...target, all: undefined, open: open.length === 0 ? undefined : open.join(',') }
}
