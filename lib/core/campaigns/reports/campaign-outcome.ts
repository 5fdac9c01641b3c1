import { code, plainText } from '../../engine/reports/markup'
import { inspectorUri } from '../../shared/ports/uris'
import type { CampaignStep } from '../campaign-progress'
import type { ExpectedFailure, ExpectedOutcome } from '../expected-failures'
import { campaignMarkdown } from './campaign-markdown'
import type { CampaignReport } from './campaign-report'

/** A campaign's outcome compared with its expected failures, for programs. */
export function outcomeView(outcome: ExpectedOutcome, baseUrl: string) {
  const failures = (all: ExpectedOutcome['expectedFailures']) =>
    all.map(({ step, rule }) => ({ ...rule, preset: step.presetId, inspector_url: sessionUrl(step, baseUrl) }))
  return {
    exit_code: outcome.exitCode,
    outcome: outcomeSentence(outcome),
    unexpected_failures: failures(outcome.unexpectedFailures),
    unexpected_passes: outcome.unexpectedPasses.map((one) => ({ ...one })),
    without_verdict: outcome.withoutVerdict.map((step) => ({
      preset: step.presetId,
      reason: whyWithout(step),
      inspector_url: sessionUrl(step, baseUrl),
    })),
    expected_failures: failures(outcome.expectedFailures),
    not_seen: outcome.notSeen.map((one) => ({ ...one })),
  }
}

const sessionUrl = ({ newest }: CampaignStep, baseUrl: string): string | null =>
  newest && inspectorUri(baseUrl, newest.session)

const whyWithout = ({ newest }: CampaignStep): string => newest?.result.reason ?? 'This session was not run.'

/** The outcome as one sentence. */
function outcomeSentence({
  exitCode,
  unexpectedFailures,
  unexpectedPasses,
  withoutVerdict,
  expectedFailures,
}: ExpectedOutcome): string {
  const said = [
    counted(unexpectedFailures.length, 'new failure', 'new failures'),
    counted(withoutVerdict.length, 'session without a verdict', 'sessions without a verdict'),
    counted(unexpectedPasses.length, 'expected failure that passes', 'expected failures that pass'),
  ].filter((text) => text !== null)
  const expected = counted(expectedFailures.length, 'expected failure', 'expected failures')
  if (exitCode !== 0) return `Changed: ${said.join(', ')}.`
  // Mentioned only: on its own this is not a change.
  if (said.length > 0) return `As expected, except for ${said.join(', ')}.`
  return expected === null ? 'As expected: no rule was broken.' : `As expected, with ${expected}.`
}

const counted = (count: number, one: string, more: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : more}`

/** Summary of a CI job: deviations from the expected failures, then the campaign's report. */
export function outcomeMarkdown(outcome: ExpectedOutcome, report: CampaignReport): string {
  const list = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`## ${heading}`, '', ...lines.map((line) => `- ${line}`), '']
  const expected = ({ line, preset, rule }: ExpectedFailure) => `Line ${line}: ${code(`${preset} ${rule}`)}`
  return [
    `# ${outcome.exitCode === 0 ? 'As expected' : 'Changed'}`,
    '',
    outcomeSentence(outcome),
    '',
    ...list(
      'New failures',
      outcome.unexpectedFailures.map(
        ({ step, rule }) =>
          `**${rule.level.toUpperCase()}** ${code(`${step.presetId} ${rule.id}`)}: ${plainText(rule.problem)}`,
      ),
    ),
    ...list(
      'Without a verdict',
      outcome.withoutVerdict.map((step) => `${code(`${step.presetId} no_verdict`)}: ${plainText(whyWithout(step))}`),
    ),
    ...list('Expected failures that pass: remove these lines', outcome.unexpectedPasses.map(expected)),
    ...list('Expected failures that were not observed', outcome.notSeen.map(expected)),
    campaignMarkdown(report),
  ].join('\n')
}
