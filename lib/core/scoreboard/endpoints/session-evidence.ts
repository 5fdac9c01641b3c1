import { z } from 'zod'
import { loadEvidence } from '../../engine/evidence/load-evidence'
import { toneOf, verdictWords } from '../../engine/evidence/outcomes'
import { projectInTurns } from '../../engine/evidence/project-session'
import { buildReport, checksThat, outcomeSentence, type SessionReport } from '../../engine/reports/session-report'
import { loadSession } from '../../engine/sessions/load-session'
import { flowWords } from '../../issuer/configurations/issuer-words'
import { issuanceTitle } from '../../issuer/evidence/issuer-summary'
import { catalogueOf, checkById, sessionKinds } from '../../issuer-and-verifier'
import { clauseWords } from '../../shared/ports/clauses'
import { presentationTerms, presentationTitle } from '../../verifier/evidence/verifier-title'
import type { ArtifactFile } from '../artifacts/artifact-members'
import type { EvidenceCard } from '../artifacts/cards'
import type { ScoreboardContext } from './scoreboard-endpoint'

const sessionsMax = 20
const zSteps = z.array(z.object({ session_id: z.string() }).catch({ session_id: '' }))

/**
 * A picture of each of our sessions that the steps of an execution name, and one report of all of them; empty if they
 * name none. The files become as public as the pipeline: they say how sessions were judged, and contain nothing that
 * opens or repeats one.
 */
export async function evidenceOfSteps(steps: unknown, context: ScoreboardContext): Promise<ArtifactFile[]> {
  const named = zSteps.safeParse(steps).data ?? []
  const reports: SessionReport[] = []
  for (const { session_id } of named.slice(0, sessionsMax)) {
    const report = await reportOf(session_id, context)
    if (report !== null) reports.push(report)
  }
  if (reports.length === 0) return []
  const files: ArtifactFile[] = []
  for (const [index, report] of reports.entries()) {
    const bytes = await context.ports.scoreboard.cards.drawEvidenceCard(cardOf(report))
    files.push({ member: 'screenshots', name: `evidence-${index + 1}.png`, bytes })
  }
  const text = `${JSON.stringify(reports.map(publicReport), null, 2)}\n`
  return [...files, { member: 'report', name: 'report.txt', bytes: new TextEncoder().encode(text) }]
}

/** The report of a session of either kind; `null` if no session has this id. */
async function reportOf(id: string, { exchange, ports, settings }: ScoreboardContext): Promise<SessionReport | null> {
  const common = { inspectorUrl: settings.baseUrl, catalogue: catalogueOf(ports.sha256), checkById }
  const issuance = await loadSession('issuance', id, ports)
  if (issuance !== null) {
    const evidence = await loadEvidence(issuance, ports)
    const view = await projectInTurns(sessionKinds.issuance, { ...evidence, now: exchange.at, settings, ports })
    const title = issuanceTitle(view)
    return buildReport({
      ...common,
      view: withoutAnswer(view),
      kind: 'issuance',
      title,
      facts: [['Flow', flowWords[view.flow]]],
    })
  }
  const presentation = await loadSession('presentation', id, ports)
  if (presentation === null) return null
  const evidence = await loadEvidence(presentation, ports)
  const view = await projectInTurns(sessionKinds.presentation, { ...evidence, now: exchange.at, settings, ports })
  const title = presentationTitle(view)
  return buildReport({
    ...common,
    view: withoutAnswer(view),
    kind: 'presentation',
    title,
    facts: [['Request', presentationTerms(view)]],
  })
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
