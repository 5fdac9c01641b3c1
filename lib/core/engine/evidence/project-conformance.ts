import { clause } from '../../ground/ports/clauses'
import type { Finding } from '../../ground/ports/finding'
import { shownFinding } from '../../ground/ports/judged-finding'
import type { StoredExchange } from '../../ground/ports/store-types'
import { atOnce, type PausableWork } from '../../ground/time/pausable-work'
import type { Check } from '../checks/check'
import { evaluate } from '../checks/evaluate'
import { type Ending, type SessionEvidence, untilEnding } from '../sessions/session-evidence'
import { type CollectedCheck, collectFindings, effectOfCheck, verifiedBy } from './collect-findings'
import type { KindTypes, SessionKind } from './session-kind'
import type { ConformanceEntry, FindingFacts } from './session-view'

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
  // Rules of the European framework mean nothing outside it; those of HAIP tell every wallet something.
  const isListed = (check: Check<never>) =>
    (check.profile !== 'eu' || claimed.has('eu') || check.toldUnclaimed === true) &&
    kind.lists?.(check, session) !== false
  const isCapped = ({ profile }: Check<never>) => !claimed.has(profile)
  const named = officialCases === undefined ? {} : { officialCases }
  const checks = new Map<string, CollectedCheck>(
    kind.checks
      .filter(isListed)
      .map((check) => [check.id, collectFindings(check, { capped: isCapped(check), keepAll, ...named })]),
  )
  const uncounted = kind.uncounted(evidence)
  const isAfterEnd = ({ id }: StoredExchange): boolean => uncounted.has(id) || ending.late.has(id)
  for (const [index, exchange] of exchanges.entries()) {
    if (index % perStep === perStep - 1) yield
    for (const finding of exchange.findings) {
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
  // What a session check says only because of what came after the end does not count either.
  const afterwards = { ...inTime, exchanges, events: evidence.events }
  if (ending.late.size > 0)
    for (const finding of evaluate(kind.sessionChecks, afterwards).map(shownFinding))
      if (isViolated(finding) && !violated.has(finding.id))
        checks.get(finding.id)?.addAfterEnd(finding, exchangeOf(finding.exchangeId))
  yield
  /** Outside its profile a check has something to say only once it applied. */
  const isTold = ({ check, results }: CollectedCheck): boolean =>
    check.toldUnclaimed !== true || claimed.has(check.profile) || results().some(applied)
  const all = [...checks.values()].filter(isTold)
  const whyUnseen = kind.whyUnseen(inTime)
  const unseenOf = (check: Check<never>) => {
    const impossible = kind.whyImpossible(check, session)
    const status = impossible === null ? 'not_observed' : 'not_applicable'
    const entry = unseen(check, { status, because: impossible ?? whyUnseen(check), capped: isCapped(check) })
    const { id, actual } = entry
    const facts = { id, status, actual, subject: undefined, softened: undefined } as const
    return officialCases === undefined ? entry : { ...entry, fcaf: officialCases(facts) }
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

/** An inferred fetch on which a check observed nothing gets no entry. */
const isIdle = ({ status }: Finding, { correlation }: StoredExchange): boolean =>
  correlation === 'inferred' && (status === 'not_applicable' || status === 'not_observed')

/** `because`: why the check cannot run in the session, or has not run yet. */
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
