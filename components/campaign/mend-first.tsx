import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { paths } from '@/lib/paths'
import { LevelWord } from '../ui/level'
import { Panel } from '../ui/panel'

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
  const order = ['must', 'should', 'info']
  return [...found.values()].sort(
    (a, b) => order.indexOf(a.rule.level) - order.indexOf(b.rule.level) || b.numbers.length - a.numbers.length,
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
            <li key={rule.id} className="grid gap-0.5 border-l-4 border-l-fail-mark pl-3">
              <p className="font-[550] [overflow-wrap:anywhere]">{rule.problem}</p>
              {rule.hint !== null && <p className="text-sm text-ink-2">{rule.hint}</p>}
              <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
                <LevelWord level={rule.level} />
                <a className="link wire text-xs" href={paths.check(rule.id)}>
                  {rule.id}
                </a>
                <a className="link" href={rule.clause.url}>
                  {rule.clause.spec} {rule.clause.section}
                </a>
                <span>Seen in session {numbers.join(', ')}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
