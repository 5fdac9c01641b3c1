import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { levels } from '@/lib/core/level'
import { Panel } from '../ui/panel'
import { RuleItem } from './rule-item'

interface MendFirstProps {
  readonly steps: readonly CampaignStepView[]
  readonly finished: boolean
}

/** Rules that the wallet broke: musts before the rest, then what broke in most sessions. */
function brokenIn(steps: readonly CampaignStepView[]) {
  const found = new Map<string, { rule: CampaignStepView['broken'][number]; numbers: number[] }>()
  for (const { broken, number } of steps)
    for (const rule of broken) {
      const known = found.get(rule.id) ?? { rule, numbers: [] }
      found.set(rule.id, { ...known, numbers: [...known.numbers, number] })
    }
  return [...found.values()].sort(
    (a, b) => levels.indexOf(a.rule.level) - levels.indexOf(b.rule.level) || b.numbers.length - a.numbers.length,
  )
}

/** What to fix first; says so where nothing is broken. */
export function MendFirst({ steps, finished }: MendFirstProps) {
  const broken = brokenIn(steps)
  if (broken.length === 0 && !finished) return null
  return (
    <Panel labelledBy="mend" className="p-4">
      <h2 id="mend" className="text-md">
        What to fix first
      </h2>
      {broken.length === 0 ? (
        <p className="mt-1 text-ink-2">No rule was broken.</p>
      ) : (
        <ol className="mt-2 grid gap-3">
          {broken.map(({ rule, numbers }) => (
            <RuleItem
              key={rule.id}
              rule={rule}
              sentence={rule.problem}
              hint={rule.hint}
              mark="border-l-fail-mark"
              seen={`Seen in session ${numbers.join(', ')}`}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}
