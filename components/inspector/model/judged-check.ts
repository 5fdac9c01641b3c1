import type { Level, Profile } from '@/lib/core/engine/checks/check'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { failuresInOrder, leadingFailure } from '@/lib/core/engine/evidence/leading-failure'
import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { countedFindings } from '@/lib/core/engine/evidence/summarise'
import { bySeverity, type FindingStatus } from '@/lib/core/ground/ports/finding'
import { groupBy } from '@/lib/core/ground/values/group-by'
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
  /** The finding that determines the status: the rejecting one first, then the earliest. */
  readonly deciding: ConformanceEntry
  readonly entries: readonly ConformanceEntry[]
}

/**
 * Groups the findings of a session by check, in catalogue order. Findings of a check that is no longer in the catalogue
 * are kept at the end: evidence outlives code. Only findings that count determine the status; all are listed.
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
        deciding,
        entries,
      },
    ]
  })
}

/** One failed check at one exchange. */
export interface Failure {
  readonly check: JudgedCheck
  readonly entry: ConformanceEntry
}

/** The failed findings in the order in which they are told, one per check and exchange; see failuresInOrder. */
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

/** The failure to show first; see leadingFailure. `null` if there is none. */
export function firstFailure(failures: readonly Failure[]): Failure | null {
  const first = leadingFailure(failures.map(({ entry }) => entry))
  return failures.find(({ entry }) => entry === first) ?? null
}
