import { brokenRules } from '@/lib/core/campaigns/broken-rules'
import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { Panel } from '../ui/panel'
import { pageOfStep } from './page-of-step'
import { RuleItem } from './rule-item'

interface MendFirstProps {
  readonly steps: readonly CampaignStepView[]
  readonly finished: boolean
}

/** What to fix first; says so if nothing is wrong. */
export function MendFirst({ steps, finished }: MendFirstProps) {
  const broken = brokenRules(steps)
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
          {broken.map(({ rule, steps: brokenIn }) => (
            <RuleItem
              key={`${rule.id} ${rule.problem}`}
              rule={rule}
              sentence={rule.problem}
              hint={rule.hint}
              mark="border-l-fail-mark"
              seen={<SeenIn steps={brokenIn} />}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** Numbers of the sessions that violated a rule, each with a link to the finding. */
const SeenIn = ({ steps }: { readonly steps: readonly CampaignStepView[] }) => (
  <span>
    Seen in {steps.length === 1 ? 'session' : 'sessions'}{' '}
    {steps.map((step, index) => (
      <span key={step.number}>
        {index > 0 && ', '}
        <a className="link" href={pageOfStep(step) ?? '#steps'}>
          {step.number}
        </a>
      </span>
    ))}
  </span>
)
