import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { campaignHtml } from '@/lib/core/campaigns/reports/campaign-html'
import { campaignJunit } from '@/lib/core/campaigns/reports/campaign-junit'
import { campaignMarkdown } from '@/lib/core/campaigns/reports/campaign-markdown'
import type { CampaignReport } from '@/lib/core/campaigns/reports/campaign-report'
import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { type OutcomeId, outcomeIds, outcomes, toneOf, verdictWords } from '@/lib/core/engine/evidence/outcomes'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-outcome'
import { htmlReport } from '@/lib/core/engine/reports/html-report'
import { junitReport } from '@/lib/core/engine/reports/junit-report'
import { markdownReport } from '@/lib/core/engine/reports/markdown-report'
import { buildReport } from '@/lib/core/engine/reports/session-report'
import { cardOf } from '@/lib/core/scoreboard/endpoints/session-evidence'
import { CampaignSteps } from './campaign/campaign-steps'
import { outcomeOf, sideWords } from './comparison/words'
import { session } from './inspector/model/fixtures/session'
import { issuerFlow } from './inspector/model/flows/issuer'
import { inspectSession } from './inspector/model/inspect-session'
import { pillTone } from './inspector/model/pill-words'
import { recentOf } from './inspector/model/recent-of'
import { tabTitle } from './inspector/model/tab-title'
import { SessionPill } from './inspector/session-pill'
import { VerdictSummary } from './inspector/verdict-summary'
import { ThreeVerdicts } from './inspector/verifier/three-verdicts'
import { sessionRow } from './runs/run-row'

/** An outcome whose sentence no place could have by chance. */
function outcomeFor(id: OutcomeId): SessionOutcome {
  const { verdict } = outcomes[id]
  const success = { pass: true, fail: false, incomplete: null }[verdict]
  return { id, sentence: `3 things ${id.replaceAll('_', ' ')}`, detail: 'Seen', success, over: id !== 'running' }
}

const html = (element: ReactElement): string => renderToStaticMarkup(element)

/** The session in that state, as the interface reads it back. */
function viewFor(outcome: SessionOutcome) {
  const view = session({ outcome })
  const { summary } = view.checks
  return { ...view, checks: { ...view.checks, summary: { ...summary, verdict: outcomes[outcome.id].verdict } } }
}

function reportsOf(outcome: SessionOutcome) {
  const report = buildReport({
    view: viewFor(outcome),
    kind: 'issuance',
    title: 'Issuance',
    facts: [],
    inspectorUrl: 'https://capture.example/inspect/issuance/s',
    catalogue: { version: '1', checks: 1 },
    checkById: () => null,
  })
  return {
    json: JSON.stringify(report),
    html: htmlReport(report),
    md: markdownReport(report),
    junit: junitReport(report),
    card: cardOf(report),
  }
}

function campaignOf(outcome: SessionOutcome) {
  const { verdict } = outcomes[outcome.id]
  const step: CampaignStepView = {
    ...{ number: 1, preset: 'plain', title: 'Plain', kind: 'issuance', expects: 'answer', person: null },
    ...{
      state: 'decided',
      verdict,
      outcome,
      reason: null,
      counts: null,
      duration_ms: null,
      broken: [],
      session: null,
      earlier: [],
    },
  }
  const report = {
    service: { version: '1' },
    catalogue: { version: '1', checks: 1 },
    broken: [],
    campaign: {
      ...{ campaign_id: 'c', title: 'Own', campaign: null, page_url: 'http://localhost/campaigns/1', steps: [step] },
      ...{ wallet: { name: 'Wallet', version: '1' }, created_at: '2026-01-01T00:00:00.000Z', verdict },
      counts: { steps: 1, done: 1, passed: 0, failed: 0, incomplete: 0, questions: 0 },
    },
  } as unknown as CampaignReport
  return { step, html: campaignHtml(report), md: campaignMarkdown(report), junit: campaignJunit(report) }
}

const tally = (xml: string): string => /tests="\d+" failures="\d+" errors="(\d+)"/.exec(xml)?.[1] ?? ''

/** What each place says of an outcome. */
function placesOf(outcome: SessionOutcome): Readonly<Record<string, string>> {
  const inspected = inspectSession(issuerFlow, { session: viewFor(outcome), intended: {} })
  const recent = recentOf(inspected, issuerFlow, { kind: 'issuance', checks: [] })
  const reports = reportsOf(outcome)
  const campaign = campaignOf(outcome)
  const run = { outcome, verdict: outcomes[outcome.id].verdict } as ComparisonView['before']
  const side = { session_id: 's', inspector_url: 'http://localhost/', verdict: run.verdict, outcome }
  return {
    pill: html(createElement(SessionPill, { tone: pillTone(outcome), words: outcome.sentence })),
    headline: html(
      createElement(VerdictSummary, {
        tone: toneOf(outcome),
        sentence: outcome.sentence,
        detail: outcome.detail,
        counts: { warn: 0, pass: 0, not_observed: 0, not_applicable: 0 },
        first: null,
        others: [],
        more: 0,
        now: { say: 'Scan.', more: '' },
      }),
    ),
    'result of a presentation': html(
      createElement(ThreeVerdicts, { outcome, presentationValid: null, issuerTrusted: null, signatureValid: null }),
    ),
    'title of the tab': tabTitle(viewFor(outcome), 'PID as SD-JWT'),
    'recent sessions': recent.words,
    'list of runs': sessionRow(viewFor(outcome), issuerFlow, { kind: 'issuance', wallet: null }).words,
    'report, JSON': reports.json,
    'report, HTML': reports.html,
    'report, Markdown': reports.md,
    'picture on the scoreboard': `${reports.card.verdict}: ${reports.card.sentence}`,
    'row of a campaign': html(createElement(CampaignSteps, { campaignId: 'c', steps: [campaign.step] })),
    'campaign, HTML': campaign.html,
    'campaign, Markdown': campaign.md,
    'run of a comparison': outcomeOf(run).sentence,
    'side of a comparison': sideWords(side),
  }
}

describe.each(outcomeIds)('the outcome %s', (id) => {
  const outcome = outcomeFor(id)
  const { verdict, tone } = outcomes[id]

  it('is told by its sentence in every place', () => {
    for (const [place, said] of Object.entries(placesOf(outcome)))
      expect([place, said]).toEqual([place, expect.stringContaining(outcome.sentence)])
  })

  it('has the same colour wherever it has one', () => {
    const { pill, headline, 'row of a campaign': row } = placesOf(outcome)
    expect(/data-pill="(\w+)"/.exec(pill ?? '')?.[1]).toBe(tone === 'open' ? (outcome.over ? 'over' : 'live') : tone)
    expect(/data-tone="(\w+)"/.exec(headline ?? '')?.[1]).toBe(tone)
    expect(/data-outcome="(\w+)"/.exec(row ?? '')?.[1]).toBe(tone)
    expect(/class="verdict (\w+)"/.exec(reportsOf(outcome).html)?.[1]).toBe(tone === 'open' ? 'dim' : tone)
  })

  it('is a success, a failure or neither alike in what programs read', () => {
    const reports = reportsOf(outcome)
    const campaign = campaignOf(outcome)
    expect(reports.md).toContain(`**${verdictWords[verdict]}: `)
    expect(reports.html).toContain(`>${verdictWords[verdict]}: `)
    expect(reports.junit).toContain(`<property name="outcome" value="${id}"/>`)
    // Without a verdict a job is never green.
    const errors = verdict === 'incomplete' ? '1' : '0'
    expect(tally(reports.junit)).toBe(errors)
    if (verdict !== 'fail') expect(tally(campaign.junit)).toBe(errors)
    if (verdict === 'incomplete')
      for (const junit of [reports.junit, campaign.junit]) {
        expect(junit).toContain(outcome.sentence)
        expect(junit).toContain('type="no_verdict"')
      }
  })
})
