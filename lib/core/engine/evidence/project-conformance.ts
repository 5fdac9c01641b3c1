import { clause } from '../../shared/ports/clauses'
import { type Finding, shownFinding, subjectKey } from '../../shared/ports/finding'
import type { StoredExchange } from '../../shared/ports/store-types'
import { atOnce, type PausableWork } from '../../shared/time/pausable-work'
import { toIso } from '../../shared/time/time'
import { type Check, reasonOf } from '../checks/check'
import { evaluate } from '../checks/evaluate'
import { type Ending, type SessionEvidence, untilEnding } from '../sessions/session-evidence'
import type { KindTypes, SessionKind, Withdrawn } from './session-kind'
import type { ConformanceEntry, FindingFacts } from './session-view'
import { testerRule } from './tester-rule'

/** How many newest findings to keep for a check and credential that has very many. */
const newestMax = 20

/** How many distinct results to keep for a check and credential, beyond one per status. */
const variantsMax = 20

/** How many findings after the end of the session become entries, per check. */
const lateMax = 50

/** Values up to this length distinguish results, such as the name of a proof type. */
const wordMax = 32

/** Collects what one check found in a session. */
interface CollectedCheck {
  readonly check: Check<never>
  /** Number of findings that count. */
  count(): number
  /** Number of findings after the end of the session. */
  lateCount(): number
  /** `exchange`: the one that the finding is about; `null` for the whole session. */
  add(finding: Finding, exchange: StoredExchange | null): void
  /** A finding after the end of the session, listed but not counted; `exchange` as above. */
  addAfterEnd(finding: Finding, exchange: StoredExchange | null): void
  /** Every finding; if only some are kept, the first of each result and the newest, with the number of the others. */
  entries(): ConformanceEntry[]
  /** The first finding of each result. */
  results(): ConformanceEntry[]
}

/** By exchange, because dozens of findings are about one. */
const instants = new WeakMap<StoredExchange, string>()

function instantOf(exchange: StoredExchange): string {
  const known = instants.get(exchange) ?? toIso(exchange.at)
  instants.set(exchange, known)
  return known
}

interface Seen {
  /** Created once and shared by entries and results, because a session has hundreds. */
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
  /** All of them, or up to twice the final number. */
  newest: Seen[]
  readonly byResult: Map<string, Seen>
}

/** The matching condition of a conformance suite, as named in findings. */
const verifiedBy = ({ counterpart }: Check<never>): string | null =>
  counterpart === undefined ? null : `oidf:${counterpart}`

/** The effect of a violation on the answer; a check of a profile that the session does not claim refuses nothing. */
const effectOfCheck = (check: Check<never>, capped: boolean): ConformanceEntry['effect'] =>
  check.rejects !== undefined && !capped ? 'reject' : 'record'

/** Stands for the clause of a rule that only the tester has. */
const ofTesterAlone = { spec: testerRule, section: '' } as const

/**
 * Starts collecting the findings of a check. `capped`: violations are not failures in this session; `keepAll`: every
 * finding becomes an entry; `ofTester`: no clause has its rule; `officialCases`: cases that a finding helps to decide, if entries name them.
 */
function collectFindings(
  check: Check<never>,
  {
    capped,
    keepAll,
    ofTester,
    officialCases,
  }: {
    readonly capped: boolean
    readonly keepAll: boolean
    readonly ofTester: boolean
    readonly officialCases?: (finding: FindingFacts) => readonly string[]
  },
): CollectedCheck {
  const groups = new Map<string, Group>()
  const late: ConformanceEntry[] = []
  let count = 0
  let lateCount = 0
  const { id, title, profile, level } = check

  /** Individual violations may refuse or not, whatever the check. */
  const effectOf = ({ status, error: refusal }: Finding): ConformanceEntry['effect'] =>
    status === 'fail' || status === 'warn' ? (refusal === null ? 'record' : 'reject') : effectOfCheck(check, capped)
  const toEntry = (seen: Seen): ConformanceEntry => {
    seen.entry ??= newEntry(seen)
    return seen.entry
  }
  const newEntry = ({ finding, exchange, occurrence, afterEnd }: Seen): ConformanceEntry => {
    const inferred = exchange?.correlation === 'inferred'
    const { actual } = finding
    const { clause: own, acts = 'wallet', rule, draft, removed } = reasonOf(check, finding.reason) ?? {}
    const { spec, section } = ofTester ? ofTesterAlone : clause(own ?? check.clauses[0])
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
      at: exchange === null ? null : instantOf(exchange),
      exchange_id: exchange?.id ?? null,
      correlation: inferred ? 'inferred' : 'exact',
      expected: finding.expected,
      actual,
      ...(finding.reason === undefined ? {} : { reason: finding.reason }),
      ...(draft === undefined ? {} : { draft }),
      ...(removed === undefined ? {} : { removed }),
      ...(finding.cause === undefined ? {} : { cause: finding.cause }),
      ...(acts === 'wallet' ? {} : { acts }),
      ...(ofTester ? { rule: 'tester' as const } : rule === 'house' ? { rule } : {}),
      hint: finding.hint,
      rejected: finding.rejected,
      error: finding.error,
      effect: effectOf(finding),
      verified_by: verifiedBy(check),
      occurrence,
      ...(subject === undefined ? {} : { subject }),
      ...(officialCases === undefined
        ? {}
        : { fcaf: ofTester ? [] : officialCases({ id, status, actual, subject, softened }) }),
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

/** Up to this many findings, each gets its own entry; an ordinary session has far fewer. */
const entriesMax = 1500

/** The findings of a session. */
export interface Conformance {
  /**
   * One entry per check, credential and exchange, in catalogue order. If one check and credential has very many: the
   * first of each result and the newest; the last entry says how many are left out.
   */
  readonly entries: readonly ConformanceEntry[]
  /**
   * The first entry of each result: summary, verdict and booleans derive from these, however many findings there are.
   */
  readonly results: readonly ConformanceEntry[]
  /** Total number of findings. */
  readonly total: number
}

/**
 * The findings of every check of this kind of session. A check that never ran has one entry: `not_applicable` if it can
 * never run in this session, else `not_observed`. Inferred violations never fail, and violations after the end of the
 * session are listed without counting. Each finding costs one lookup, so that reading a session with very many requests
 * blocks nobody.
 */
export const projectConformance = <Types extends KindTypes>(
  kind: SessionKind<Types>,
  evidence: SessionEvidence<Types['session']>,
): Conformance => atOnce(conformanceInSteps(kind, evidence, { ending: kind.ending(evidence) }))

type OfficialCases = (finding: FindingFacts) => readonly string[]

/** Exchanges to collect per step. */
const perStep = 50

export function* conformanceInSteps<Types extends KindTypes>(
  kind: SessionKind<Types>,
  evidence: SessionEvidence<Types['session']>,
  { ending, officialCases }: { readonly ending: Ending; readonly officialCases?: OfficialCases | undefined },
): PausableWork<Conformance> {
  const { session, exchanges } = evidence
  const claimed = kind.claims(session)
  const keepAll = exchanges.reduce((sum, { findings }) => sum + findings.length, 0) <= entriesMax
  // Rules of the European framework are meaningless outside it; HAIP rules are informative for every wallet.
  const isListed = (check: Check<never>) =>
    (check.profile !== 'eu' || claimed.has('eu') || check.toldUnclaimed === true) &&
    kind.lists?.(check, session) !== false
  const isCapped = ({ profile }: Check<never>) => !claimed.has(profile)
  const isOfTester = (check: Check<never>): boolean => kind.isTesterRule?.(check, session) === true
  const titled = (check: Check<never>): Check<never> =>
    claimed.has('eu') && check.titleInFramework !== undefined ? { ...check, title: check.titleInFramework } : check
  const named = officialCases === undefined ? {} : { officialCases }
  const checks = new Map<string, CollectedCheck>(
    kind.checks
      .filter(isListed)
      .map(titled)
      .map((check) => [
        check.id,
        collectFindings(check, { capped: isCapped(check), keepAll, ofTester: isOfTester(check), ...named }),
      ]),
  )
  const uncounted = kind.uncounted(evidence)
  const isAfterEnd = ({ id }: StoredExchange): boolean => uncounted.has(id) || ending.late.has(id)
  const withdrawn = kind.withdrawn?.(untilEnding(evidence, ending))
  for (const [index, exchange] of exchanges.entries()) {
    if (index % perStep === perStep - 1) yield
    for (const kept of exchange.findings) {
      const finding = asItStands(kept, exchange, withdrawn)
      const collected = checks.get(finding.id)
      if (!isAfterEnd(exchange)) {
        if (!isIdle(finding, exchange)) collected?.add(finding, exchange)
      } else if (isViolated(finding)) collected?.addAfterEnd(finding, exchange)
    }
  }
  yield
  const exchangeOf = (id: string | null | undefined) => exchanges.find((exchange) => exchange.id === id) ?? null
  const inTime = untilEnding(evidence, ending)
  const violated = new Set<string>()
  for (const finding of evaluate(kind.sessionChecks, inTime).map(shownFinding)) {
    const collected = checks.get(finding.id)
    if (collected === undefined) continue
    if (isViolated(finding)) violated.add(finding.id)
    const impossible = finding.status === 'not_observed' && kind.whyImpossible(collected.check, session) !== null
    // A session check that observed nothing does not override what an exchange has shown.
    const idle = finding.status === 'not_observed' && collected.count() > 0
    if (!impossible && !idle) collected.add(finding, exchangeOf(finding.exchangeId))
  }
  yield
  // Results of a session check that depend on late events do not count either.
  const afterwards = { ...inTime, exchanges, events: evidence.events }
  if (ending.late.size > 0)
    for (const finding of evaluate(kind.sessionChecks, afterwards).map(shownFinding))
      if (isViolated(finding) && !violated.has(finding.id))
        checks.get(finding.id)?.addAfterEnd(finding, exchangeOf(finding.exchangeId))
  yield
  /** Outside its profile, a check is listed only once it applied. */
  const isTold = ({ check, results }: CollectedCheck): boolean =>
    check.toldUnclaimed !== true || claimed.has(check.profile) || results().some(applied)
  const all = [...checks.values()].filter(isTold)
  const whyUnseen = kind.whyUnseen(inTime)
  const unseenOf = (check: Check<never>) => {
    const impossible = kind.whyImpossible(check, session)
    const status = impossible === null ? 'not_observed' : 'not_applicable'
    const seen = unseen(check, { status, because: impossible ?? whyUnseen(check), capped: isCapped(check) })
    const { spec, section } = ofTesterAlone
    const entry = isOfTester(check) ? { ...seen, spec, clause: section, rule: 'tester' as const } : seen
    const { id, actual } = entry
    const facts = { id, status, actual, subject: undefined, softened: undefined } as const
    return officialCases === undefined ? entry : { ...entry, fcaf: isOfTester(check) ? [] : officialCases(facts) }
  }
  const unseenEntries = new Map(all.filter((one) => one.count() === 0).map((one) => [one, unseenOf(one.check)]))
  const orUnseen = (one: CollectedCheck, found: readonly ConformanceEntry[]) => {
    const entry = unseenEntries.get(one)
    return entry === undefined ? found : [entry, ...found]
  }
  return {
    entries: all.flatMap((one) => orUnseen(one, one.entries())),
    results: all.flatMap((one) => orUnseen(one, one.results())),
    total: all.reduce((sum, { count, lateCount }) => sum + Math.max(1, count()) + lateCount(), 0),
  }
}

const applied = ({ status }: ConformanceEntry): boolean => status !== 'not_applicable'

const isViolated = ({ status }: Finding): boolean => status === 'fail' || status === 'warn'

/** A finding, or that it does not apply because of what came later. */
function asItStands(finding: Finding, { id }: StoredExchange, withdrawn: Withdrawn | undefined): Finding {
  if (withdrawn === undefined || !withdrawn.exchangeIds.has(id)) return finding
  if (!isViolated(finding) || !withdrawn.checkIds.has(finding.id)) return finding
  const { id: check, subject } = finding
  const kept = { id: check, ...(subject === undefined ? {} : { subject }) }
  const nothing = { expected: null, hint: null, error: null, rejected: false }
  return { ...kept, ...nothing, status: 'not_applicable', actual: withdrawn.because }
}

/** An inferred fetch on which a check observed nothing gets no entry. */
const isIdle = ({ status }: Finding, { correlation }: StoredExchange): boolean =>
  correlation === 'inferred' && (status === 'not_applicable' || status === 'not_observed')

/** `because`: why the check cannot run, or has not run yet. */
const unseen = (
  check: Check<never>,
  {
    status,
    because,
    capped,
  }: {
    readonly status: 'not_observed' | 'not_applicable'
    readonly because: string
    readonly capped: boolean
  },
): ConformanceEntry => {
  const { id, title, clauses, profile, level } = check
  return {
    id,
    title,
    spec: clause(clauses[0]).spec,
    clause: clause(clauses[0]).section,
    profile,
    level,
    status,
    at: null,
    exchange_id: null,
    correlation: 'exact',
    expected: null,
    actual: { because },
    hint: null,
    rejected: false,
    error: null,
    effect: effectOfCheck(check, capped),
    verified_by: verifiedBy(check),
    occurrence: 0,
  }
}
