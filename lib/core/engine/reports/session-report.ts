import { clauseFrom } from '../../shared/ports/clauses'
import { type FindingStatus, levels } from '../../shared/ports/finding'
import { reasonUri } from '../../shared/ports/uris'
import type { Json, JsonObject } from '../../shared/values/json'
import { type Actor, type Check, type Level, type Profile, reasonOf } from '../checks/check'
import type { CatalogueVersion } from '../checks/check-contract'
import type { CheckGroup } from '../checks/check-groups'
import { failureSentence } from '../evidence/failures'
import { fixHeading } from '../evidence/fix-heading'
import { doBesideFix } from '../evidence/next-step'
import { verdictWords } from '../evidence/outcomes'
import { outcomeDetail, passedOf } from '../evidence/session-outcome'
import type { ConformanceEntry, EventView, ExchangeView, RecordedView, SummaryView } from '../evidence/session-view'
import { countedFindings, isAfterEnd, worstByCheck } from '../evidence/summarise'
import { testerRule, testerRuleSentence } from '../evidence/tester-rule'
import type { NextForYou, NextStep, SessionCause, SessionOutcome } from '../evidence/z-session-view'

/** The parts of a session's read-back that a report needs, whatever its kind. */
export interface ReportedSession {
  readonly session_id: string
  readonly status: string
  readonly outcome: SessionOutcome
  readonly cause: SessionCause | null
  readonly next_step: NextStep | null
  readonly next_for_you: NextForYou
  readonly created_at: string
  readonly expires_at: string
  readonly checks: {
    readonly summary: SummaryView
    readonly conformance: readonly ConformanceEntry[]
    readonly fcaf_edition?: string | undefined
  }
  readonly events: readonly EventView[]
  readonly exchanges: readonly ExchangeView[]
  readonly recorded: RecordedView
  /** Of a presentation: problems of the tester's own request, and remarks on it. */
  readonly request_problems?: readonly JsonObject[] | undefined
}

/** A check in a report: its worst finding, with the catalogue's texts. */
export interface ReportedCheck {
  readonly id: string
  readonly group: CheckGroup
  readonly title: string
  readonly level: Level
  readonly profile: Profile
  readonly status: FindingStatus
  readonly clause: { readonly spec: string; readonly section: string; readonly url: string }
  readonly expected: Json
  readonly actual: Json
  readonly hint: string | null
  /** Who is to change it. */
  readonly acts: Actor
  /** Public name of the reason; absent if nothing is wrong, or if it has none. */
  readonly reason?: string
  /** What was wrong, with the received value; `null` for a check that neither failed nor warned. */
  readonly problem: string | null
  readonly at: string | null
  readonly exchange_id: string | null
  /** The presented credential, if the check is about one. */
  readonly subject: { readonly query_id: string; readonly index: number } | null
  /** Ids of the official cases that the finding helps to decide. */
  readonly fcaf: readonly string[]
}

/** The common source of all report formats. The same evidence gives the same report, byte for byte. */
export interface SessionReport {
  readonly report_version: 1
  readonly kind: 'issuance' | 'presentation'
  /** One line about the session. */
  readonly title: string
  /** The parameters of the session, as pairs of name and value. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly catalogue: CatalogueVersion
  readonly inspector_url: string
  readonly summary: SummaryView
  /** The edition of the official cases that checks name; absent for an issuance, which names none. */
  readonly fcaf_edition?: string
  /** One entry per check, in catalogue order. */
  readonly checks: readonly ReportedCheck[]
  /** Violations after the end of the session, newest last; they do not count. */
  readonly not_counted: readonly ReportedCheck[]
  readonly session: ReportedSession
}

/** Members of a read-back that open a wallet: useless in a report, and valid as long as the session. */
const links = ['deeplink', 'offer_url', 'tx_code'] as const

/** Builds the report of a session from its read-back. `checkById`: the checks of its kind. */
export function buildReport({
  view,
  kind,
  title,
  facts,
  inspectorUrl,
  catalogue,
  checkById,
}: {
  readonly view: ReportedSession
  readonly kind: SessionReport['kind']
  readonly title: string
  readonly facts: SessionReport['facts']
  readonly inspectorUrl: string
  readonly catalogue: CatalogueVersion
  readonly checkById: (id: string) => Check<never> | null
}): SessionReport {
  const { summary, fcaf_edition } = view.checks
  const reported = (entry: ConformanceEntry): ReportedCheck[] =>
    reportedCheck(entry, { check: checkById(entry.id), inspectorUrl })
  const hidden = Object.fromEntries(links.flatMap((name) => (name in view ? [[name, null]] : [])))
  return {
    report_version: 1,
    kind,
    title,
    facts,
    catalogue,
    inspector_url: inspectorUrl,
    summary,
    ...(fcaf_edition === undefined ? {} : { fcaf_edition }),
    checks: worstByCheck(countedFindings(view.checks.conformance, summary.mixed_traffic)).flatMap(reported),
    not_counted: view.checks.conformance.filter(isAfterEnd).flatMap(reported),
    session: { ...view, ...hidden },
  }
}

function reportedCheck(
  entry: ConformanceEntry,
  { check, inspectorUrl }: { readonly check: Check<never> | null; readonly inspectorUrl: string },
): ReportedCheck[] {
  if (check === null) return []
  const baseUrl = new URL(inspectorUrl).origin
  const { spec, section, url } =
    entry.rule === 'tester'
      ? { spec: testerRule, section: '', url: inspectorUrl }
      : clauseFrom(baseUrl, reasonOf(check, entry.reason)?.clause ?? check.clauses[0])
  return [
    {
      id: entry.id,
      group: check.group,
      title: entry.title,
      level: entry.level,
      profile: entry.profile,
      status: entry.status,
      clause: { spec, section, url },
      expected: entry.expected,
      actual: entry.actual,
      hint: entry.hint,
      acts: entry.acts ?? 'wallet',
      ...(entry.reason === undefined ? {} : { reason: entry.reason }),
      problem: entry.status === 'fail' || entry.status === 'warn' ? failureSentence(entry, check) : null,
      at: entry.at,
      exchange_id: entry.exchange_id,
      subject: entry.subject ?? null,
      fcaf: entry.fcaf ?? [],
    },
  ]
}

/** The reason of a finding in the catalogue of the service; without one, its check. */
export const catalogueUrl = ({ inspector_url }: Pick<SessionReport, 'inspector_url'>, check: ReportedCheck): string =>
  reasonUri(new URL(inspector_url).origin, check)

type Judged = Pick<SessionReport, 'checks' | 'session'>

/** The checks of a report that have one of these statuses: the warning that is told first, then musts. */
export function checksThat(report: Judged, ...statuses: FindingStatus[]): ReportedCheck[] {
  const first = statuses.includes('warn') ? firstWarning(report) : undefined
  return report.checks
    .filter(({ status }) => statuses.includes(status))
    .sort((a, b) => Number(b === first) - Number(a === first) || levels.indexOf(a.level) - levels.indexOf(b.level))
}

/** The warning that `next_for_you` sends its reader to. */
const firstWarning = ({ checks, session: { next_for_you } }: Judged): ReportedCheck | undefined =>
  next_for_you.id === 'warning' ? checks.find(({ id }) => id === next_for_you.check) : undefined

/** The heading of findings that do not count. */
export const notCountedHeading = 'After the session ended, not counted'

/** A value of a finding as one line of text; empty for none. */
export const valueText = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value satisfies Json | JsonObject)

/** What a report leaves out of a session; all zero for an ordinary one. */
interface LeftOut {
  readonly exchanges: number
  readonly exchanges_without_content: number
  readonly events: number
  readonly findings: number
  /** Requests that name no session and may belong to this one. */
  readonly inferred: number
}

/** How much of a session is on record but not in its report. */
export const leftOut = ({ session: { exchanges, recorded } }: Pick<SessionReport, 'session'>): LeftOut => ({
  exchanges: recorded.exchanges - exchanges.length,
  exchanges_without_content: recorded.exchanges_without_content,
  events: recorded.events_left_out,
  findings: recorded.findings_left_out,
  inferred: recorded.inferred_left_out,
})

/** What a report leaves out, in sentences; empty if nothing. Verdict and counts always cover everything. */
export function leftOutSentences(report: Pick<SessionReport, 'session'>): string[] {
  const { exchanges, exchanges_without_content, events, findings, inferred } = leftOut(report)
  const { recorded } = report.session
  const listed = (
    [
      [exchanges, `of ${recorded.exchanges} exchanges`],
      [events, 'events'],
      [findings, 'findings'],
    ] as const
  ).filter(([count]) => count > 0)
  return [
    ...(listed.length === 0
      ? []
      : [
          `Too large to show in full. Left out: ${listed.map(([count, of]) => `${count} ${of}`).join(', ')}. Verdict and counts include them.`,
        ]),
    ...(exchanges_without_content === 0
      ? []
      : [
          `Kept without header fields, parameters and bodies: ${exchanges_without_content} of ${recorded.exchanges} exchanges.`,
        ]),
    ...(inferred === 0 ? [] : [`Not counted: ${inferred} more requests of this client that name no session.`]),
  ]
}

/** The outcome as a sentence, with the counts of its checks. */
export function outcomeSentence({ summary, session }: Pick<SessionReport, 'summary' | 'session'>): string {
  const { must, should } = summary
  const counts = `${passedOf(summary.counts)}, ${must.pass} of them MUST; ${must.fail} MUST failed, ${must.not_observed} not observed; ${should.fail} SHOULD failed`
  const { sentence } = session.outcome
  const verdict = verdictWords[summary.verdict]
  // A pass is said once.
  const told = sentence.startsWith(verdict) ? [] : [sentence]
  const said = [...told, outcomeDetail(session.outcome)].filter((text) => text !== '').map(lowerFirst)
  const head = told.length === 0 ? sentence : verdict
  return `${said.length === 0 ? head : `${head}: ${said.join(', ')}`}. ${counts}.`
}

/** The heading of `requestProblems` of a presentation. */
export const requestProblemsHeading = 'Problems with the request'

/** The heading of `requestProblems`: an issuance has them in the documents that its tester changed. */
export const problemsHeading = ({ kind }: Pick<SessionReport, 'kind'>): string =>
  kind === 'issuance' ? 'Problems with the changed documents' : requestProblemsHeading

/** Problems of what the tester asked for, one line each: what it is about, and what is due. */
export const requestProblems = ({ session }: Pick<SessionReport, 'session'>): string[] =>
  problemLines(session.request_problems ?? [])

const severityWords: Readonly<Record<string, string>> = { note: 'Note', warning: 'Warning' }

/** The same of a list as read-backs have it. */
export const problemLines = (problems: readonly JsonObject[]): string[] =>
  problems.map(
    ({ severity, pointer, message }) =>
      `${severityWords[String(severity)] ?? 'Violation'}${typeof pointer === 'string' && pointer !== '' ? ` at ${pointer}` : ''}: ${String(message)}`,
  )

/**
 * The headline below the outcome: why the session failed or what it warns of first, the fix, what is next for the developer,
 * and for the wallet.
 */
export function causeSentences(report: Judged): string[] {
  const { cause, next_step, next_for_you } = report.session
  const next = [
    `Next for you: ${next_for_you.do}`,
    ...(next_step === null ? [] : [`Next: ${doBesideFix(next_step, cause)} ${next_step.because}`]),
  ]
  if (cause === null) return [...warningSentences(firstWarning(report)), ...next]
  return [
    cause.sentence,
    ...(cause.refused_by === null ? [] : [`Refused by ${cause.refused_by}, which failed because of this.`]),
    ...(cause.rule === 'tester' ? [testerRuleSentence] : []),
    ...(cause.rule === 'house' ? ['A rule of this service: no specification has it, and no MUST fails by it.'] : []),
    ...(cause.fix === null ? [] : [`${fixHeading(cause.acts)}: ${cause.fix}`]),
    ...next,
  ]
}

const warningSentences = (warning: ReportedCheck | undefined): string[] =>
  warning === undefined
    ? []
    : [
        `First warning: ${warning.problem ?? warning.title}`,
        ...(warning.hint === null ? [] : [`${fixHeading(warning.acts)}: ${warning.hint}`]),
      ]

/** An abbreviation keeps its capitals. */
const lowerFirst = (text: string): string => text.replace(/^[A-Z](?=[^A-Z])/, (letter) => letter.toLowerCase())
