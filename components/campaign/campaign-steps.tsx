import { stepOutcome } from '@/lib/core/campaigns/reports/campaign-report'
import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { OutcomeWords } from '../ui/outcome-words'
import { Panel } from '../ui/panel'
import { expectedOf } from './expected-of'
import { pageOfStep } from './page-of-step'

interface CampaignStepsProps {
  readonly campaignId: string
  readonly steps: readonly CampaignStepView[]
}

/** The result of each session, with a link to the inspector. */
export function CampaignSteps({ campaignId, steps }: CampaignStepsProps) {
  return (
    <Panel labelledBy="steps">
      <h2 id="steps" className="px-4 py-3 text-md">
        Sessions
      </h2>
      <ol>
        {steps.map((step) => (
          <li
            key={step.preset}
            className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 gap-y-1 border-t border-line px-4 py-2.5 md:grid-cols-[2rem_minmax(0,1fr)_auto]"
          >
            <span className="text-ink-3 tabular-nums">{step.number}</span>
            <div className="grid min-w-0 gap-0.5">
              <p className="[overflow-wrap:anywhere]">{step.title}</p>
              <p className="text-sm text-ink-2">{expectedOf(step)}</p>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
                <Result step={step} />
                {step.broken.map(({ id, problem, level }) => (
                  <a key={id} className="link target" href={paths.check(id)}>
                    {level === 'must' ? problem : `${problem} (${level.toUpperCase()})`}
                  </a>
                ))}
              </p>
            </div>
            <Links campaignId={campaignId} step={step} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Result({ step }: { readonly step: CampaignStepView }) {
  const { tone, sentence, why } = stepOutcome(step)
  return (
    <>
      {tone === 'none' ? (
        <span className="text-ink-3">{sentence}</span>
      ) : (
        <OutcomeWords tone={tone} sentence={sentence} />
      )}
      {why !== '' && <span>{why}</span>}
    </>
  )
}

function Links({ campaignId, step }: { readonly campaignId: string; readonly step: CampaignStepView }) {
  const page = pageOfStep(step)
  if (page === null) return null
  return (
    <div className="col-start-2 flex items-center gap-2 md:col-start-3">
      <a className={buttonClass({ size: 'small' })} href={page}>
        Inspect
      </a>
      {step.state !== 'open' && (
        <form method="post" action={renderedPaths.tryCampaignAgain(campaignId)}>
          <button
            type="submit"
            name="preset"
            value={step.preset}
            className={buttonClass({ size: 'small', look: 'quiet' })}
          >
            Try again
          </button>
        </form>
      )}
    </div>
  )
}
