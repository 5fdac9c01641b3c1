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
import { type SessionCause, type SessionOutcome, zOutcome } from '@/lib/core/engine/evidence/z-session-view'
import { htmlReport } from '@/lib/core/engine/reports/html-report'
import { junitReport } from '@/lib/core/engine/reports/junit-report'
import { markdownReport } from '@/lib/core/engine/reports/markdown-report'
import { buildReport } from '@/lib/core/engine/reports/session-report'
import { checkById } from '@/lib/core/issuer-and-verifier'
import { cardOf } from '@/lib/core/scoreboard/endpoints/session-evidence'
import { exchangeVerdict } from '@/lib/server/read/exchange-verdict'
import { CampaignSteps } from './campaign/campaign-steps'
import { outcomeOf, sideWords } from './comparison/comparison-page'
import { SessionPill } from './inspector/header-parts'
import { finding, session } from './inspector/model/fixtures/session'
import { issuerFlow } from './inspector/model/flows/issuer'
import { inspectSession } from './inspector/model/inspect-session'
import { toRecentSession } from './inspector/model/recent-session'
import { pillTone, tabTitle } from './inspector/model/session-state'
import { VerdictBar } from './inspector/verdict-bar'
import { ThreeVerdicts } from './inspector/verifier/three-verdicts'
import { sessionRow } from './runs/run-row'
import { OutcomeWords, Verdict } from './ui/verdict'

/** An outcome with a sentence that no place would contain by chance. */
function outcomeFor(id: OutcomeId): SessionOutcome {
  const { verdict } = outcomes[id]
  const success = { pass: true, fail: false, incomplete: null }[verdict]
  const open = id === 'waiting' || id === 'running'
  const sentence = `3 things ${id.replaceAll('_', ' ')}`
  return { id, sentence, detail: 'Seen', success, over: !open }
}

const html = (element: ReactElement): string => renderToStaticMarkup(element)

const brokenCheck = 'vci.dpop.htu'
const failedFinding = finding(brokenCheck, { status: 'fail' })

const causeOfSession: SessionCause = {
  check: brokenCheck,
  reason: null,
  refused_by: null,
  acts: 'wallet',
  rule: 'specification',
  clause: null,
  exchange_id: null,
  headline: 'The htu claim is not the address of this endpoint.',
  sentence: 'The htu claim is https://other.example.',
  fix: null,
}

/** Read-back of a session with this outcome: a MUST failed exactly if the verdict is "fail". */
function viewFor(outcome: SessionOutcome) {
  const view = session({ outcome }, outcome.success === false ? [failedFinding] : [])
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
    checkById,
  })
  return {
    json: JSON.stringify(report),
    html: htmlReport(report),
    md: markdownReport(report),
    junit: junitReport(report),
    card: cardOf(report),
  }
}

const brokenRule: CampaignStepView['broken'][number] = {
  ...{
    id: brokenCheck,
    title: 'The proof names this address',
    level: 'must',
    problem: 'It names another.',
    hint: null,
    acts: 'wallet',
    reason: null,
  },
  clause: { spec: 'RFC 9449', section: '4.3', url: 'https://www.rfc-editor.org/rfc/rfc9449#section-4.3' },
}

function campaignOf(outcome: SessionOutcome) {
  const { verdict } = outcomes[outcome.id]
  const step: CampaignStepView = {
    ...{
      number: 1,
      preset: 'plain',
      title: 'Plain',
      kind: 'issuance',
      expects: 'answer',
      warning_enough: false,
      person: null,
    },
    ...{
      state: outcome.id === 'silent' ? 'silent' : 'decided',
      verdict,
      outcome,
      reason: null,
      counts: null,
      duration_ms: null,
      answers: [],
      told: null,
      told_by: null,
      broken: outcome.success === false ? [brokenRule] : [],
      request_problems: [],
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
      stopped: null,
    },
  } as unknown as CampaignReport
  return { step, html: campaignHtml(report), md: campaignMarkdown(report), junit: campaignJunit(report) }
}

/** How a program reads a JUnit document. A session without a verdict is an error, so that a job never passes on it. */
function junitVerdict(xml: string): 'success' | 'failure' | 'error' | 'skipped' {
  const total = (name: string) => Number(new RegExp(`<testsuites [^>]*${name}="(\\d+)"`).exec(xml)?.[1])
  if (total('failures') > 0) return 'failure'
  if (total('errors') > 0) return 'error'
  return xml.split('<testcase').length === xml.split('<skipped').length ? 'skipped' : 'success'
}
const junitVerdicts = { pass: 'success', fail: 'failure', incomplete: 'error' } as const

/** The ledger's verdict on the request that decided the session, or on any other. */
const ledgerVerdict = ({ success }: SessionOutcome) =>
  exchangeVerdict({
    ...(success === false ? { failed: [brokenCheck], otherwise: null } : { failed: [], otherwise: 'pass' as const }),
    correlation: 'exact',
  })

/** What each place shows for an outcome. */
function placesOf(outcome: SessionOutcome): Readonly<Record<string, string>> {
  const inspected = inspectSession(issuerFlow, { session: viewFor(outcome), intended: {} })
  const recent = toRecentSession(inspected, issuerFlow, 'issuance')
  const reports = reportsOf(outcome)
  const campaign = campaignOf(outcome)
  const run = sessionRow(viewFor(outcome), issuerFlow, { kind: 'issuance', wallet: null })
  const compared = { outcome, verdict: outcomes[outcome.id].verdict } as ComparisonView['before']
  const side = { session_id: 's', inspector_url: 'http://localhost/', verdict: compared.verdict, outcome }
  return {
    pill: html(createElement(SessionPill, { tone: pillTone(outcome), words: outcome.sentence })),
    headline: html(
      createElement(VerdictBar, {
        tone: toneOf(outcome),
        pill: pillTone(outcome),
        sentence: outcome.sentence,
        detail: outcome.detail,
        check: null,
        place: undefined,
        at: null,
      }),
    ),
    'result of a presentation': html(
      createElement(ThreeVerdicts, { outcome, presentationValid: null, issuerTrusted: null, signatureValid: null }),
    ),
    'title of the tab': tabTitle(viewFor(outcome), 'PID as SD-JWT'),
    'read-back of the interface': JSON.stringify(zOutcome.parse(viewFor(outcome).outcome)),
    'runs of this browser': html(createElement(OutcomeWords, { tone: recent.tone, sentence: recent.words })),
    'list of runs': html(createElement(OutcomeWords, { tone: run.tone, sentence: run.words })),
    'report, JSON': reports.json,
    'report, HTML': reports.html,
    'report, Markdown': reports.md,
    'picture on the scoreboard': `${reports.card.verdict}: ${reports.card.sentence}`,
    'row of a campaign': html(createElement(CampaignSteps, { campaignId: 'c', steps: [campaign.step] })),
    'campaign, HTML': campaign.html,
    'campaign, Markdown': campaign.md,
    'run of a comparison': html(createElement(OutcomeWords, outcomeOf(compared))),
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
    const places = placesOf(outcome)
    for (const [place, said] of Object.entries(places)) {
      const pill = /data-pill="(\w+)"/.exec(said)?.[1]
      if (pill !== undefined)
        expect([place, pill]).toEqual([place, tone === 'open' ? (outcome.over ? 'over' : 'live') : tone])
      const colour = /data-(?:tone|outcome)="(\w+)"/.exec(said)?.[1]
      if (colour !== undefined) expect([place, colour]).toEqual([place, tone])
    }
    for (const [place, attribute] of Object.entries({
      ...{ pill: 'pill', headline: 'tone', 'row of a campaign': 'outcome' },
      ...{
        'runs of this browser': 'outcome',
        'list of runs': 'outcome',
        'run of a comparison': 'outcome',
      },
    }))
      expect([place, places[place]]).toEqual([place, expect.stringContaining(`data-${attribute}="`)])
    const { html: page, card } = reportsOf(outcome)
    expect(/class="verdict (\w+)"/.exec(page)?.[1]).toBe(tone === 'open' ? 'dim' : tone)
    expect([card.tone, card.verdict]).toEqual([tone, verdictWords[verdict]])
  })

  it('is a success, a failure or neither alike in what programs read', () => {
    const reports = reportsOf(outcome)
    const campaign = campaignOf(outcome)
    expect(reports.md).toContain(`**${verdictWords[verdict]}: `)
    expect(reports.html).toContain(`>${verdictWords[verdict]}: `)
    expect(reports.junit).toContain(`<property name="outcome" value="${id}"/>`)
    expect([junitVerdict(reports.junit), junitVerdict(campaign.junit)]).toEqual([
      junitVerdicts[verdict],
      junitVerdicts[verdict],
    ])
    // The ledger has a row per request: one failed exactly if the session did.
    expect(ledgerVerdict(outcome) === 'fail').toBe(verdict === 'fail')
    expect(html(createElement(Verdict, { status: ledgerVerdict(outcome) ?? 'not_observed' })).includes('Failed')).toBe(
      verdict === 'fail',
    )
    if (verdict === 'incomplete')
      for (const junit of [reports.junit, campaign.junit]) {
        expect(junit).toContain(outcome.sentence)
        expect(junit).toContain('type="no_verdict"')
      }
  })
})

it('a row of the list of runs names the check that broke, and what it says, in place of a number', () => {
  const cause = { check: 'vp.kb.aud', words: 'The aud of the Key Binding JWT is the response_uri.' }
  const shown = html(createElement(OutcomeWords, { tone: 'fail', sentence: '1 check failed', cause }))
  expect(shown).toContain('>vp.kb.aud</span>')
  expect(shown).toContain(cause.words)
  expect(shown).toContain('<span class="sr-only">1 check failed: </span>')
  const view = { ...session({}, [failedFinding]), cause: causeOfSession }
  const inspected = inspectSession(issuerFlow, { session: view, intended: {} })
  const expected = { check: brokenCheck, words: causeOfSession.headline }
  expect(toRecentSession(inspected, issuerFlow, 'issuance').cause).toEqual(expected)
  expect(sessionRow(view, issuerFlow, { kind: 'issuance', wallet: null }).cause).toEqual(expected)
})
