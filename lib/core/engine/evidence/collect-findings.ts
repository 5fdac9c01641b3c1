import { clause } from '../../ground/ports/clauses'
import type { Finding } from '../../ground/ports/finding'
import { subjectKey } from '../../ground/ports/finding-subject'
import type { StoredExchange } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import type { Check } from '../checks/check'
import type { ConformanceEntry, FindingFacts } from './session-view'

/** How many newest findings to keep for a check and credential that has very many. */
const newestMax = 20
/** How many distinct results to keep for a check and credential, beyond one per status. */
const variantsMax = 20
/** How many findings after the end of the session become entries, per check. */
const lateMax = 50
/** Values up to this length distinguish results, such as the name of a proof type. */
const wordMax = 32

/** Collects what one check found in a session. */
export interface CollectedCheck {
  readonly check: Check<never>
  /** Number of findings that count. */
  count(): number
  /** Number of findings after the end of the session. */
  lateCount(): number
  /** `exchange`: the one that the finding is about; `null` for a finding about the whole session. */
  add(finding: Finding, exchange: StoredExchange | null): void
  /** A finding that came after the end of the session, `exchange` as above: it is listed, but does not count. */
  addAfterEnd(finding: Finding, exchange: StoredExchange | null): void
  /** Every finding; if only some are kept, the first of each result and the newest, with the number of the others. */
  entries(): ConformanceEntry[]
  /** The first finding of each result. */
  results(): ConformanceEntry[]
}

interface Seen {
  /** Made once: entries and results share it, for a session has hundreds. */
  entry?: ConformanceEntry
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
  /** All of them, or up to twice as many as are kept in the end. */
  newest: Seen[]
  readonly byResult: Map<string, Seen>
}

/** The matching condition of a conformance suite, as a finding names it. */
export const verifiedBy = ({ counterpart }: Check<never>): string | null =>
  counterpart === undefined ? null : `oidf:${counterpart}`

/** The effect of a violation on the answer; a check of a profile that the session does not claim refuses nothing. */
export const effectOfCheck = (check: Check<never>, capped: boolean): ConformanceEntry['effect'] =>
  check.rejects !== undefined && !capped ? 'reject' : 'record'

/**
 * Starts collecting the findings of a check. `capped`: violations are not failures in this session; `keepAll`: every
 * finding becomes an entry; `officialCases`: those that a finding helps to decide, where entries name them.
 */
export function collectFindings(
  check: Check<never>,
  {
    capped,
    keepAll,
    officialCases,
  }: {
    readonly capped: boolean
    readonly keepAll: boolean
    readonly officialCases?: (finding: FindingFacts) => readonly string[]
  },
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
  const toEntry = (seen: Seen): ConformanceEntry => {
    seen.entry ??= newEntry(seen)
    return seen.entry
  }
  const newEntry = ({ finding, exchange, occurrence, afterEnd }: Seen): ConformanceEntry => {
    const inferred = exchange?.correlation === 'inferred'
    const { actual } = finding
    const subject = finding.subject && { query_id: finding.subject.queryId, index: finding.subject.index }
    const isSoftened = finding.status === 'fail' && (capped || inferred || afterEnd === true)
    const softened = afterEnd ? 'after_end' : isSoftened ? (capped ? 'unclaimed' : 'inferred') : undefined
    const status = isSoftened ? 'warn' : finding.status
    return {
      id,
      title,
      spec,
      clause: section,
      profile,
      level,
      status,
      ...(softened === undefined ? {} : { softened }),
      at: exchange === null ? null : toIso(exchange.at),
      exchange_id: exchange?.id ?? null,
      correlation: inferred ? 'inferred' : 'exact',
      expected: finding.expected,
      actual,
      ...(finding.cause === undefined ? {} : { cause: finding.cause }),
      hint: finding.hint,
      rejected: finding.rejected,
      error: finding.error,
      effect: effectOf(finding),
      verified_by: verifiedBy(check),
      occurrence,
      ...(subject === undefined ? {} : { subject }),
      ...(officialCases === undefined ? {} : { fcaf: officialCases({ id, status, actual, subject, softened }) }),
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

/** Always keeps the first of each status, because there are few; other variants only up to a limit. */
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
