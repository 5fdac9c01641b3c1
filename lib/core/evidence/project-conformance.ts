import type { Check } from '../checks/check'
import { evaluate } from '../checks/evaluate'
import { clause } from '../clauses'
import type { Finding, FindingStatus } from '../finding'
import { subjectKey } from '../finding-subject'
import type { SessionEvidence } from '../sessions/session-evidence'
import type { StoredExchange } from '../store-types'
import { toIso } from '../time'
import type { KindTypes, SessionKind } from './session-kind'
import type { ConformanceEntry } from './session-view'

/**
 * Every check of this kind of session with what it found: one entry per check, credential and exchange, in catalogue
 * order. A check that no exchange gave reason to run has one entry: `not_applicable` when this session cannot give
 * reason, else `not_observed`. What was only inferred never fails.
 */
export function projectConformance<Types extends KindTypes>(
  kind: SessionKind<Types>,
  evidence: SessionEvidence<Types['session']>,
): ConformanceEntry[] {
  const { session } = evidence
  const claimsHaip = kind.claimsHaip(session)
  const checks = new Map(kind.checks.map((check) => [check.id, check]))
  const exchanges = new Map(evidence.exchanges.map((exchange) => [exchange.id, exchange]))
  const entries = new Map<string, ConformanceEntry[]>()
  const occurrences = new Map<string, number>()
  const add = (finding: Finding, exchange: StoredExchange | null) => {
    const check = checks.get(finding.id)
    if (check === undefined) return
    const known = entries.get(check.id) ?? []
    const capped = check.profile === 'haip' && !claimsHaip
    const counted = `${check.id} ${subjectKey(finding.subject)}`
    const occurrence = (occurrences.get(counted) ?? 0) + 1
    occurrences.set(counted, occurrence)
    known.push(toEntry({ check, finding, exchange, occurrence, capped }))
    entries.set(check.id, known)
  }
  for (const exchange of evidence.exchanges) {
    for (const finding of exchange.findings) if (!isIdle(finding, exchange)) add(finding, exchange)
  }
  for (const finding of evaluate(kind.sessionChecks, evidence)) {
    const check = checks.get(finding.id)
    const impossible = finding.status === 'not_observed' && check && kind.whyImpossible(check, session) !== null
    // What an exchange has shown is not taken back by a look at the whole that shows nothing.
    const idle = finding.status === 'not_observed' && entries.has(finding.id as Check<never>['id'])
    if (!impossible && !idle) add(finding, (finding.exchangeId && exchanges.get(finding.exchangeId)) ?? null)
  }
  return kind.checks.flatMap((check) => entries.get(check.id) ?? [unseen(check, kind.whyImpossible(check, session))])
}

/** A fetch that says nothing about a check is no entry of its own when it was only inferred. */
const isIdle = ({ status }: Finding, { correlation }: StoredExchange): boolean =>
  correlation === 'inferred' && (status === 'not_applicable' || status === 'not_observed')

function toEntry(input: {
  readonly check: Check<never>
  readonly finding: Finding
  readonly exchange: StoredExchange | null
  readonly occurrence: number
  readonly capped: boolean
}): ConformanceEntry {
  const { check, finding, exchange, occurrence, capped } = input
  const inferred = exchange?.correlation === 'inferred'
  return {
    ...catalogueMembers(check),
    ...soften(finding.status, capped ? 'unclaimed' : inferred ? 'inferred' : null),
    at: exchange === null ? null : toIso(exchange.at),
    exchange_id: exchange?.id ?? null,
    correlation: inferred ? 'inferred' : 'exact',
    expected: finding.expected,
    actual: finding.actual,
    hint: finding.hint,
    rejected: finding.rejected,
    error: finding.error,
    occurrence,
    ...(finding.subject === undefined
      ? {}
      : { subject: { query_id: finding.subject.queryId, index: finding.subject.index } }),
  }
}

const soften = (
  status: FindingStatus,
  because: ConformanceEntry['softened'] | null,
): Pick<ConformanceEntry, 'status' | 'softened'> =>
  because && status === 'fail' ? { status: 'warn', softened: because } : { status }

function catalogueMembers(check: Check<never>) {
  const { spec, section } = clause(check.clauses[0])
  return { id: check.id, title: check.title, spec, clause: section, profile: check.profile, level: check.level }
}

/** `because`: why the session cannot give reason to run the check; `null` when it can. */
const unseen = (check: Check<never>, because: string | null): ConformanceEntry => ({
  ...catalogueMembers(check),
  status: because === null ? 'not_observed' : 'not_applicable',
  at: null,
  exchange_id: null,
  correlation: 'exact',
  expected: null,
  actual: because === null ? null : { because },
  hint: null,
  rejected: false,
  error: null,
  occurrence: 0,
})
