import type { Level, Profile } from '@/lib/core/engine/checks/check'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { isInferredRefusal } from '@/lib/core/engine/evidence/session-outcome'
import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { countedFindings, isInferredBreach } from '@/lib/core/engine/evidence/summarise'
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

/**
 * The failed findings in order of time, one per check and exchange; those that refused a request come first within
 * their exchange. A refusal counts even if its exchange was only inferred, which otherwise never fails; a violated MUST
 * there counts unless the traffic is mixed.
 */
export function listFailures(
  checks: readonly JudgedCheck[],
  exchanges: readonly ExchangeView[],
  mixedTraffic = false,
): Failure[] {
  const position = new Map(exchanges.map(({ id }, index) => [id, index]))
  const place = ({ exchange_id }: ConformanceEntry) =>
    exchange_id === null ? exchanges.length : (position.get(exchange_id) ?? exchanges.length)
  return checks
    .flatMap((check) =>
      check.entries
        .filter(
          (entry) => entry.status === 'fail' || isInferredRefusal(entry) || (isInferredBreach(entry) && !mixedTraffic),
        )
        .map((entry) => ({ check, entry })),
    )
    .sort((a, b) => place(a.entry) - place(b.entry) || Number(b.entry.rejected) - Number(a.entry.rejected))
}

/** The failure to show first: the first that refused a request, otherwise the first of all; `null` if there is none. */
export const firstFailure = (failures: readonly Failure[]): Failure | null =>
  failures.find(({ entry }) => entry.rejected) ?? failures[0] ?? null
