import { describeReport } from '../../engine/deviations/deviation'
import { type OutcomeTone, toneOf } from '../../engine/evidence/outcomes'
import { answerSentence } from '../../engine/evidence/session-outcome'
import { problemLines } from '../../engine/reports/session-report'
import type { CampaignStepView, CampaignView } from '../z-campaign'

/** Number of sessions with a report of what the wallet showed, by kind of reporter; '' for none. */
export function toldNumbers({
  told_by_person: person,
  told_by_driver: driver,
  told_unrecorded: unrecorded,
}: CampaignView['counts']): string {
  const told = tellerWords({ person, driver, unrecorded })
  return told === '' ? '' : `What the wallet showed: ${told}`
}

/** How many results were told by whom; '' for none. */
export function tellerWords({
  person,
  driver,
  unrecorded,
}: Readonly<Record<'person' | 'driver' | 'unrecorded', number>>): string {
  if (person + driver + unrecorded === 0) return ''
  const rest = unrecorded === 0 ? '' : `, ${unrecorded} by whom is not recorded`
  return `${driver} told by a driver, ${person} by a person${rest}`
}

/** The outcome of a step's session, worded as on its page. */
export function stepOutcome({
  state,
  outcome,
  reason,
  ...step
}: Pick<CampaignStepView, 'state' | 'outcome' | 'reason' | 'answers' | 'told' | 'told_by'>): {
  readonly tone: OutcomeTone | 'none'
  readonly sentence: string
  /** What the sentence leaves open; '' if nothing. */
  readonly why: string
} {
  if (outcome === null) {
    const sentence = { open: 'Waiting for the wallet', lapsed: 'Expired, never reached' }[String(state)]
    return { tone: 'none', sentence: sentence ?? (reason === null ? 'To come' : 'Not run'), why: reason ?? '' }
  }
  const { id, sentence, detail } = outcome
  const why =
    id === 'most_likely_failed'
      ? detail
      : id === 'ended_by_tester'
        ? ''
        : (reason ?? (answerSentence(outcome) || (state === 'decided' ? screenWords(step) : '')))
  return { tone: toneOf(outcome), sentence, why }
}

/**
 * What was reported about a session and by whom, or what is still to be reported about a wallet that presented; '' for
 * neither.
 */
export function screenWords({
  answers,
  told,
  told_by,
}: Pick<CampaignStepView, 'answers' | 'told' | 'told_by'>): string {
  if (told !== null)
    return told === 'nothing'
      ? ''
      : `${describeReport(told, told_by, 'it').replace(/^./, (first) => first.toUpperCase())}.`
  return answers.includes('warned') ? 'Nobody has told yet whether it warned and asked.' : ''
}

/** Problems with the requests of a campaign's sessions, by preset; those without any are left out. */
export const requestProblemsIn = (
  steps: readonly Pick<CampaignStepView, 'preset' | 'request_problems'>[],
): { readonly preset: string; readonly lines: readonly string[] }[] =>
  steps.flatMap(({ preset, request_problems: problems }) =>
    problems.length === 0 ? [] : [{ preset, lines: problemLines(problems) }],
  )
