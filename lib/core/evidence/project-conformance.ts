import type { Check } from '../checks/check'
import { bind, evaluate } from '../checks/evaluate'
import { checkById, checkRegistry } from '../checks/registry'
import { sessionChecks } from '../checks/vci/flow'
import { clause } from '../clauses'
import type { Finding, FindingStatus } from '../finding'
import { subjectKey } from '../finding-subject'
import { issuerConfiguration } from '../issuers'
import type { IssuanceEvidence } from '../sessions/session-evidence'
import type { IssuanceSession, StoredExchange } from '../store-types'
import { toIso } from '../time'
import { whyImpossible } from './project-impossible'
import type { ConformanceEntry } from './session-view'

const boundSessionChecks = bind(sessionChecks, (evidence: IssuanceEvidence) => evidence)

/**
 * Every check of the catalogue with what it found: one entry per check, credential and exchange, in catalogue order. A
 * check that no exchange gave reason to run has one entry: `not_applicable` when this session cannot give reason, else
 * `not_observed`. What was only inferred never fails.
 */
export function projectConformance(evidence: IssuanceEvidence): ConformanceEntry[] {
  const claimsHaip = issuerConfiguration(evidence.session.issuerConfigurationId)?.claimsHaip ?? true
  const exchanges = new Map(evidence.exchanges.map((exchange) => [exchange.id, exchange]))
  const entries = new Map<string, ConformanceEntry[]>()
  const occurrences = new Map<string, number>()
  const add = (finding: Finding, exchange: StoredExchange | null) => {
    const check = checkById(finding.id)
    if (check === null) return
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
  for (const finding of evaluate(boundSessionChecks, evidence)) {
    const impossible = finding.status === 'not_observed' && whyImpossible(finding.id, evidence.session) !== null
    if (!impossible) add(finding, (finding.exchangeId && exchanges.get(finding.exchangeId)) ?? null)
  }
  return checkRegistry.flatMap((check) => entries.get(check.id) ?? [unseen(check, evidence.session)])
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
    status: cap(finding.status, capped || inferred),
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

const cap = (status: FindingStatus, capped: boolean): FindingStatus => (capped && status === 'fail' ? 'warn' : status)

function catalogueMembers(check: Check<never>) {
  const { spec, section } = clause(check.clauses[0])
  return { id: check.id, title: check.title, spec, clause: section, profile: check.profile, level: check.level }
}

function unseen(check: Check<never>, session: IssuanceSession): ConformanceEntry {
  const because = whyImpossible(check.id, session)
  return {
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
  }
}
