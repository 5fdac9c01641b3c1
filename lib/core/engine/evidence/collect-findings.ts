import { clause } from '../../ground/ports/clauses'
import type { Finding } from '../../ground/ports/finding'
import { subjectKey } from '../../ground/ports/finding-subject'
import type { StoredExchange } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import type { Check } from '../checks/check'
import type { ConformanceEntry } from './session-view'

/** The newest findings of a check and credential that are kept where there are very many. */
const newestMax = 20
/** Results of a check and credential that differ in more than their status. */
const variantsMax = 20
/** Findings of a check that are entries although their exchange came when the session had ended. */
const lateMax = 50
/** Characters of a value up to which it is a result of its own, as the name of a proof type is. */
const wordMax = 32

/** What one check found in a session, while it is being collected. */
export interface CollectedCheck {
  readonly check: Check<never>
  /** How many count. */
  count(): number
  /** How many came when the session had ended. */
  lateCount(): number
  /** `exchange`: the one that the finding is about; `null` for one about the whole session. */
  add(finding: Finding, exchange: StoredExchange | null): void
  /** A finding of an exchange after the end of the session: it is listed, but does not count. */
  addAfterEnd(finding: Finding, exchange: StoredExchange): void
  /** Every finding; where only some are kept, the first of each result and the newest, with the number of the others. */
  entries(): ConformanceEntry[]
  /** The first finding of each result. */
  results(): ConformanceEntry[]
}

interface Seen {
  readonly finding: Finding
  readonly exchange: StoredExchange | null
  /** Its index among the findings of its check and credential, from 1. */
  readonly occurrence: number
  /** Its index among all findings of its check, from 1. */
  readonly order: number
  readonly afterEnd?: true
}

/** The findings of one check about one credential, or about none. */
interface Group {
  count: number
  /** All of them, or twice as many as are kept at most. */
  newest: Seen[]
  readonly byResult: Map<string, Seen>
}

/** The matching condition of a conformance suite, as a finding names it. */
export const verifiedBy = ({ counterpart }: Check<never>): string | null =>
  counterpart === undefined ? null : `oidf:${counterpart}`

/** What breaking a check does to the answer; one of a profile that the session does not claim refuses nothing. */
export const effectOfCheck = (check: Check<never>, capped: boolean): ConformanceEntry['effect'] =>
  check.rejects !== undefined && !capped ? 'reject' : 'record'

/**
 * Starts to collect what a check finds. `capped`: what breaks it is not a failure in this session; `keepAll`: every
 * finding becomes an entry.
 */
export function collectFindings(
  check: Check<never>,
  { capped, keepAll }: { readonly capped: boolean; readonly keepAll: boolean },
): CollectedCheck {
  const groups = new Map<string, Group>()
  const late: ConformanceEntry[] = []
  let count = 0
  let lateCount = 0
  const { spec, section } = clause(check.clauses[0])
  const { id, title, profile, level } = check

  /** A violation says whether it refuses the request: not every violation of a check does. */
  const effectOf = ({ status, error: refusal }: Finding): ConformanceEntry['effect'] =>
    status === 'fail' || status === 'warn' ? (refusal === null ? 'record' : 'reject') : effectOfCheck(check, capped)
  const toEntry = ({ finding, exchange, occurrence, afterEnd }: Seen): ConformanceEntry => {
    const inferred = exchange?.correlation === 'inferred'
    const { subject } = finding
    const isSoftened = finding.status === 'fail' && (capped || inferred || afterEnd === true)
    const softened = afterEnd ? 'after_end' : isSoftened ? (capped ? 'unclaimed' : 'inferred') : undefined
    return {
      id,
      title,
      spec,
      clause: section,
      profile,
      level,
      status: isSoftened ? 'warn' : finding.status,
      ...(softened === undefined ? {} : { softened }),
      at: exchange === null ? null : toIso(exchange.at),
      exchange_id: exchange?.id ?? null,
      correlation: inferred ? 'inferred' : 'exact',
      expected: finding.expected,
      actual: finding.actual,
      hint: finding.hint,
      rejected: finding.rejected,
      error: finding.error,
      effect: effectOf(finding),
      verified_by: verifiedBy(check),
      occurrence,
      ...(subject === undefined ? {} : { subject: { query_id: subject.queryId, index: subject.index } }),
    }
  }
  const resultsOf = ({ byResult }: Group): Seen[] => [...byResult.values()]
  const keptOf = (group: Group): ConformanceEntry[] => {
    if (group.newest.length === group.count) return group.newest.map(toEntry)
    const newest = group.newest.slice(-newestMax)
    const from = newest[0]?.occurrence ?? 0
    const kept = [...resultsOf(group).filter(({ occurrence }) => occurrence < from), ...newest].map(toEntry)
    const last = kept.length - 1
    return kept.map((entry, index) => (index === last ? { ...entry, left_out: group.count - kept.length } : entry))
  }

  return {
    check,
    count: () => count,
    lateCount: () => lateCount,
    add(finding, exchange) {
      const key = subjectKey(finding.subject)
      let group = groups.get(key)
      if (group === undefined) {
        group = { count: 0, newest: [], byResult: new Map() }
        groups.set(key, group)
      }
      count += 1
      group.count += 1
      const seen: Seen = { finding, exchange, occurrence: group.count, order: count }
      group.newest.push(seen)
      if (!keepAll && group.newest.length > 2 * newestMax) group.newest = group.newest.slice(-newestMax)
      noteResult(group.byResult, seen)
    },
    addAfterEnd(finding, exchange) {
      lateCount += 1
      if (late.length < lateMax)
        late.push(toEntry({ finding, exchange, occurrence: count + lateCount, order: 0, afterEnd: true }))
    },
    entries: () => [
      ...(keepAll
        ? [...groups.values()]
            .flatMap(({ newest }) => newest)
            .sort((a, b) => a.order - b.order)
            .map(toEntry)
        : [...groups.values()].flatMap(keptOf)),
      ...late,
    ],
    results: () => [...groups.values()].flatMap(resultsOf).map(toEntry),
  }
}

/**
 * Keeps the first of each status without bound, because there are few; what differs beyond that as far as there is
 * room.
 */
function noteResult(byResult: Map<string, Seen>, seen: Seen): void {
  const { finding, exchange } = seen
  const { status, rejected, actual } = finding
  const plain = `${status} ${rejected} ${exchange?.correlation === 'inferred'}`
  if (!byResult.has(plain)) byResult.set(plain, seen)
  else if (byResult.size < variantsMax) {
    const word = typeof actual === 'string' && actual.length <= wordMax ? actual : ''
    const variant = status === 'pass' ? word : `${word}\n${finding.hint ?? ''}`
    if (variant !== '' && !byResult.has(`${plain} ${variant}`)) byResult.set(`${plain} ${variant}`, seen)
  }
}
