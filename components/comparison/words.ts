import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { toneOf, verdictWords } from '@/lib/core/engine/evidence/outcomes'
import type { FindingStatus } from '@/lib/core/ground/ports/finding'

type Step = ComparisonView['steps'][number]
type Rule = Step['rules'][number]

/** How a session changed, in words, and the status that provides its colour and icon. */
export const stepWords: Readonly<Record<Step['change'], { readonly words: string; readonly status: FindingStatus }>> = {
  regression: { words: 'Got worse', status: 'fail' },
  improvement: { words: 'Got better', status: 'pass' },
  not_compared: { words: 'Not compared', status: 'not_observed' },
  other: { words: 'Different rules', status: 'warn' },
  same: { words: 'The same', status: 'not_applicable' },
}

const ruleStatuses: Readonly<Record<Rule['before'], string>> = {
  passed: 'passed',
  warned: 'a warning',
  failed: 'failed',
  not_seen: 'not observed',
}

/** The result of a rule before and after, e.g. `passed before, failed now`. */
export const ruleWords = ({ before, after }: Rule): string =>
  `${ruleStatuses[before]} before, ${ruleStatuses[after]} now`

/** What a run came to: the outcome of a session, or the verdict of a campaign. */
export const outcomeOf = ({ outcome, verdict }: ComparisonView['before']) =>
  outcome === null
    ? ({ tone: verdict === 'incomplete' ? 'open' : verdict, sentence: verdictWords[verdict] } as const)
    : { tone: toneOf(outcome), sentence: outcome.sentence }

/** What the session on one side came to, in words. */
export function sideWords(side: Step['before']): string {
  if (side === null) return 'not done'
  return side.outcome?.sentence ?? 'not finished'
}

/** Why two sessions were not compared. */
export const whyNotCompared = ({ before, after }: Step): string =>
  `Before: ${sideWords(before)}. After: ${sideWords(after)}.`

/** What changed, in one sentence. */
export function changeSentence({ counts, steps }: ComparisonView): string {
  if (steps.length === 1 && steps[0] !== undefined) {
    const [{ change }] = steps as [Step]
    return change === 'not_compared' ? 'There is nothing to compare yet.' : `${stepWords[change].words}.`
  }
  const parts = [
    [counts.regression, 'got worse'],
    [counts.improvement, 'got better'],
    [counts.other, 'tested different rules'],
    [counts.same, counts.same === 1 ? 'is the same' : 'are the same'],
    [counts.not_compared, 'not compared'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return `Of ${steps.length} sessions: ${said.join(', ')}.`
}

/** Path of an absolute address of this service, for links inside it. */
export const pathOf = (address: string): string => new URL(address).pathname
