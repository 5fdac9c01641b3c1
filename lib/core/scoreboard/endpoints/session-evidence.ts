import { loadEvidence } from '../../engine/evidence/load-evidence'
import { toneOf, verdictWords } from '../../engine/evidence/outcomes'
import { projectInTurns } from '../../engine/evidence/project-session'
import { buildReport, checksThat, outcomeSentence, type SessionReport } from '../../engine/reports/session-report'
import { loadSession } from '../../engine/sessions/load-session'
import { flowWords } from '../../issuer/configurations/issuer-words'
import { issuanceTitle } from '../../issuer/evidence/issuer-summary'
import { catalogueOf, checkById, sessionKinds } from '../../issuer-and-verifier'
import { clauseWords } from '../../shared/ports/clauses'
import type { Session } from '../../shared/ports/store-types'
import { presentationTerms, presentationTitle } from '../../verifier/evidence/verifier-title'
import type { ArtifactFile } from '../artifacts/artifact-members'
import type { EvidenceCard } from '../artifacts/cards'
import { capabilitiesOf, deviates, triedBy } from '../pipelines/capabilities'
import { isOurFailure, judgeSession } from '../pipelines/judge-step'
import type { Capability } from '../pipelines/run-types'
import type { ReportedStep } from '../z-steps'
import type { ScoreboardContext } from './scoreboard-endpoint'

/** Sessions of one report that are read; any further one gives no card, and tells nothing of its wallet. */
const sessionsMax = 20

/** What the sessions that a report names say, each read once. */
export interface SessionEvidence {
  /** What a session tells of its wallet; `null` if it is not there, says nothing of it, or was not read. */
  readonly triedIn: (id: string) => Promise<Tried | null>
  /**
   * A picture of each of our sessions that the steps of an execution name, and one report of all of them; empty if they
   * name none. The files become as public as the pipeline: they say how sessions were judged, and contain nothing that
   * opens or repeats one.
   */
  readonly ofSteps: (steps: readonly ReportedStep[]) => Promise<ArtifactFile[]>
}

interface Tried {
  readonly passed: boolean
  readonly capabilities: readonly Capability[]
}

/** Reads the first sessions that one report names. */
export function sessionEvidence(context: ScoreboardContext): SessionEvidence {
  const read = new Map<string, ReadSession | null>()
  const of = async (text: string): Promise<ReadSession | null> => {
    const id = text.toLowerCase()
    const known = read.get(id)
    if (known !== undefined) return known
    const session = read.size < sessionsMax ? await readSession(id, context) : null
    read.set(id, session)
    return session
  }
  return {
    triedIn: async (id) => (await of(id))?.tried ?? null,
    ofSteps: async (steps) => {
      const reports: SessionReport[] = []
      for (const { session_id } of steps.slice(0, sessionsMax)) {
        const session = session_id === undefined ? null : await of(session_id)
        if (session !== null) reports.push(session.report)
      }
      if (reports.length === 0) return []
      const files: ArtifactFile[] = []
      for (const [index, report] of reports.entries()) {
        const bytes = await context.ports.scoreboard.cards.drawEvidenceCard(cardOf(report))
        files.push({ member: 'screenshots', name: `evidence-${index + 1}.png`, bytes })
      }
      const text = `${JSON.stringify(reports.map(publicReport), null, 2)}\n`
      return [...files, { member: 'report', name: 'report.txt', bytes: new TextEncoder().encode(text) }]
    },
  }
}

interface ReadSession {
  readonly report: SessionReport
  readonly tried: Tried | null
}

/** A session of either kind; `null` if none has this id. */
async function readSession(id: string, { exchange, ports, settings }: ScoreboardContext): Promise<ReadSession | null> {
  const common = { inspectorUrl: settings.baseUrl, catalogue: catalogueOf(ports.sha256), checkById }
  const issuance = await loadSession('issuance', id, ports)
  if (issuance !== null) {
    const evidence = await loadEvidence(issuance, ports)
    const view = await projectInTurns(sessionKinds.issuance, { ...evidence, now: exchange.at, settings, ports })
    const title = issuanceTitle(view)
    const report = buildReport({
      ...common,
      view: withoutAnswer(view),
      kind: 'issuance',
      title,
      facts: [['Flow', flowWords[view.flow]]],
    })
    const body = {
      issuer_configuration_id: issuance.issuerConfigurationId,
      credential_configuration_id: issuance.credentialConfigurationId,
      laboratory: issuance.laboratory?.options,
    }
    return { report, tried: triedIn(issuance, body, report) }
  }
  const presentation = await loadSession('presentation', id, ports)
  if (presentation === null) return null
  const evidence = await loadEvidence(presentation, ports)
  const view = await projectInTurns(sessionKinds.presentation, { ...evidence, now: exchange.at, settings, ports })
  const title = presentationTitle(view)
  const report = buildReport({
    ...common,
    view: withoutAnswer(view),
    kind: 'presentation',
    title,
    facts: [['Request', presentationTerms(view)]],
  })
  const body = { dcql_query: presentation.request.dcql_query ?? presentation.options.scope_query }
  return { report, tried: triedIn(presentation, body, report) }
}

/** What a session tells of its wallet, judged as a run of this service judges a step; `null` if it says nothing of it. */
function triedIn(
  { kind, options }: Session,
  asked: Readonly<Record<string, unknown>>,
  { session: { outcome, checks, exchanges } }: SessionReport,
): Tried | null {
  const session: Readonly<Record<string, unknown>> = { ...options, ...asked }
  const tried = triedBy({ kind, session })
  const { conformance } = checks
  const serviceFailed = !deviates(session) && exchanges.some(isOurFailure)
  const verdict = judgeSession({ outcome, conformance, deviates: deviates(session), serviceFailed }, 'all')
  if (verdict.kind === 'uncounted') return null
  return { passed: verdict.kind === 'passed', capabilities: capabilitiesOf(tried, conformance) }
}

/** A read-back without the words of an error response. */
const withoutAnswer = <View extends Pick<SessionReport['session'], 'outcome'>>(view: View): View => {
  const { answer: _, ...outcome } = view.outcome
  return { ...view, outcome }
}

const clauseOf = ({ clause }: SessionReport['checks'][number]): string => clauseWords(clause)

/** The picture of a session for its row of the scoreboard. */
export function cardOf(report: SessionReport): EvidenceCard {
  const [failure] = checksThat(report, 'fail').filter(({ level }) => level === 'must')
  const verdict = verdictWords[report.summary.verdict]
  return {
    title: report.title,
    verdict,
    tone: toneOf(report.session.outcome),
    sentence: outcomeSentence(report).slice(`${verdict}: `.length),
    strip: report.checks.map(({ status }) => status),
    failure: failure === undefined ? null : { title: failure.title, clause: clauseOf(failure) },
    date: report.session.created_at,
  }
}

/** The part of a report that everyone who may see the pipeline may read: verdicts, not what was sent. */
const publicReport = (report: SessionReport) => ({
  kind: report.kind,
  title: report.title,
  facts: Object.fromEntries(report.facts),
  catalogue: report.catalogue,
  date: report.session.created_at,
  verdict: report.summary.verdict,
  outcome: report.session.outcome,
  summary: report.summary,
  checks: report.checks.map((check) => ({
    id: check.id,
    title: check.title,
    level: check.level,
    status: check.status,
    clause: clauseOf(check),
  })),
})
