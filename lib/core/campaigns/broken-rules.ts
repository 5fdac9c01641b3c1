import { levels } from '../shared/ports/finding'
import type { BrokenRule } from './session-result'
import type { CampaignStepView } from './z-campaign'

/** A rule that the wallet broke, and the steps in which it did. */
interface BrokenInSteps {
  readonly rule: BrokenRule
  readonly steps: readonly CampaignStepView[]
}

/**
 * The broken rules in the order in which to fix them: musts first, then what broke in most sessions, then deviations
 * that the wallet wrongly accepted. The rule that a wallet must refuse covers many deviations, and each accepted one is
 * a separate bug, so that rule is listed once per deviation.
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
