import { fixHeading } from '../../engine/evidence/fix-heading'
import { answerSentence } from '../../engine/evidence/session-outcome'
import { junitTime } from '../../engine/reports/junit-report'
import { escapeMarkup } from '../../engine/reports/markup'
import { problemLines, requestProblemsHeading } from '../../engine/reports/session-report'
import { clauseWords } from '../../shared/ports/clauses'
import { type Level, levels } from '../../shared/ports/finding'
import type { CampaignStepView } from '../z-campaign'
import { type CampaignReport, campaignHeading } from './campaign-report'
import { screenWords } from './step-outcome'

/** Whether this preset is expected to break this rule, or to have `no_verdict`. */
type IsExpected = (preset: string, rule: string) => boolean

/**
 * Renders a campaign's report as JUnit XML, one test case per step. A case fails if a rule of level `failOn` or above
 * was broken, and is an error without a verdict, as in the report of its session, so a campaign in which nothing was
 * seen is never green. A step is skipped if everything that went wrong in it was expected.
 */
export function campaignJunit(
  report: CampaignReport,
  failOn: Level = 'must',
  isExpected: IsExpected | null = null,
): string {
  const { campaign, catalogue, service } = report
  const cases = campaign.steps.map((step) => stepCase(step, failOn, isExpected))
  const count = (outcome: TestCase['outcome']) => cases.filter((one) => one.outcome === outcome).length
  const attributes = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`
  const time = junitTime(campaign.steps.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0))
  const properties = [
    ['campaign_id', campaign.campaign_id],
    ['wallet_name', campaign.wallet.name],
    ['wallet_version', campaign.wallet.version],
    ['catalogue_version', catalogue.version],
    ['service_version', service.version],
    ['page_url', campaign.page_url],
    ...(campaign.auto_approve === undefined ? [] : [['auto_approve', 'true']]),
    ...(campaign.transaction_template === undefined
      ? []
      : [['transaction_type', campaign.transaction_template.data.type]]),
  ].map(([name = '', value = '']) => `      <property name="${name}" value="${escapeMarkup(value)}"/>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Only `testsuite` may have `skipped`: see junit-10.xsd of Jenkins' xUnit plugin.
    `<testsuites name="Wallet Capture" ${attributes} time="${time}">`,
    `  <testsuite name="${escapeMarkup(campaignHeading(report))}" ${attributes} skipped="${count('skipped')}" time="${time}" timestamp="${campaign.created_at.slice(0, 19)}" hostname="${escapeMarkup(new URL(campaign.page_url).hostname)}">`,
    '    <properties>',
    ...properties,
    '    </properties>',
    ...cases.map(({ xml }) => xml),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

interface TestCase {
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  readonly xml: string
}

function stepCase(step: CampaignStepView, failOn: Level, isExpected: IsExpected | null): TestCase {
  const open = `    <testcase classname="${step.kind ?? 'campaign'}" name="${escapeMarkup(`${step.preset}: ${step.title}`)}" time="${junitTime(step.duration_ms ?? 0)}"`
  const withInner = (outcome: TestCase['outcome'], inner: string): TestCase => ({
    outcome,
    xml: [`${open}>`, `      ${inner}`, '    </testcase>'].join('\n'),
  })
  const counted = step.broken.filter(({ level }) => levels.indexOf(level) <= levels.indexOf(failOn))
  const first = counted.find(({ id }) => !isExpected?.(step.preset, id))
  const shownBy = [step.outcome === null ? '' : answerSentence(step.outcome), screenWords(step)].filter(
    (text) => text !== '',
  )
  const detail = escapeMarkup(
    [
      ...step.broken.flatMap(({ id, level, problem, clause, hint, acts }) => [
        `${level.toUpperCase()} ${id}: ${problem} (${clauseWords(clause)} ${clause.url})`,
        ...(hint === null ? [] : [`${fixHeading(acts)}: ${hint}`]),
      ]),
      ...shownBy,
      ...problemLines(step.request_problems).map((line) => `${requestProblemsHeading}: ${line}`),
      step.session === null ? '' : `Session: ${step.session.inspector_url}`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
  )
  if (first !== undefined)
    return withInner(
      'failure',
      `<failure type="${first.level}" message="${escapeMarkup(first.problem)}">${detail}</failure>`,
    )
  if (counted.length > 0)
    return withInner(
      'skipped',
      `<skipped message="${escapeMarkup(`expected failure: ${counted.map(({ id }) => id).join(', ')}`)}"/>`,
    )
  if (step.verdict === 'pass')
    return step.broken.length === 0 && shownBy.length === 0 && step.request_problems.length === 0
      ? { outcome: 'passed', xml: `${open}/>` }
      : withInner('passed', `<system-out>${detail}</system-out>`)
  const message = whyOpen(step)
  if (isExpected?.(step.preset, 'no_verdict'))
    return withInner('skipped', `<skipped message="${escapeMarkup(`expected: ${message}`)}"/>`)
  return withInner('error', `<error type="no_verdict" message="${escapeMarkup(message)}">${detail}</error>`)
}

/** Why a session has no verdict: its outcome and any further reason. */
const whyOpen = ({ outcome, reason }: CampaignStepView): string =>
  outcome === null
    ? (reason ?? 'This session was not run.')
    : `${outcome.sentence}.${reason === null ? '' : ` ${reason}`}`
