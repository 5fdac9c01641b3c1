import { levels } from '../ground/ports/level'
import type { BrokenRule } from './session-result'
import type { CampaignStepView } from './z-campaign'

/** A rule that the wallet broke, with the steps in which it did. */
interface BrokenInSteps {
  readonly rule: BrokenRule
  readonly steps: readonly CampaignStepView[]
}

/**
 * Rules that were broken, what to fix first at the top: musts before the rest, then what broke in most sessions, then what
 * was deliberately wrong. That a wallet has to refuse is one rule for many deviations, and each that it takes is a bug of
 * its own: such a rule stands once for each.
 */
export function brokenRules(steps: readonly CampaignStepView[]): BrokenInSteps[] {
  const found = new Map<string, { rule: BrokenRule; steps: CampaignStepView[] }>()
  for (const step of steps)
    for (const rule of step.broken) {
      const key = isOfDeviations(rule) ? `${rule.id} ${rule.problem}` : rule.id
      const known = found.get(key)
      if (known === undefined) found.set(key, { rule, steps: [step] })
      else known.steps.push(step)
    }
  const weight = ({ rule }: BrokenInSteps) => levels.indexOf(rule.level)
  return [...found.values()].sort(
    (a, b) =>
      weight(a) - weight(b) ||
      b.steps.length - a.steps.length ||
      Number(isOfDeviations(b.rule)) - Number(isOfDeviations(a.rule)),
  )
}

const isOfDeviations = ({ id }: BrokenRule): boolean => /^v(?:ci\.fault|p\.negative)\./.test(id)
