import { isObject } from '@/lib/core/ground/values/json'
import { runnerTypeWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'
import type { PipelineExecution, PipelineView } from '@/lib/queries/pipeline'
import type { RunWait } from '@/lib/queries/run-desk'
import { type RunStep, stepsOf } from '@/lib/queries/run-steps'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { RelativeTime } from '../ui/relative-time'
import { LinkWait, ResultWait } from './outside-wait'
import { nowWords, stepLook } from './run-words'
import { UnresolvedNames } from './unresolved-names'
import { WalletWait } from './wallet-wait'

/** What only the operator sees of a run. */
interface RunControls {
  readonly formToken: string
  /** What the run waits for; `null` for nobody. */
  readonly wait: RunWait | null
  /** Whether it has been asked to end. */
  readonly isEnding: boolean
  /** Title of the page, if this run counts down in the browser's tab. */
  readonly pageTitle: string | null
}

interface RunItemProps {
  readonly run: PipelineExecution
  readonly pipeline: Pick<PipelineView, 'path' | 'definition' | 'origin'>
  /** `null` for everybody but the operator. */
  readonly controls: RunControls | null
  readonly now: number
}

/** A run that has not ended: what it waits for, and how its steps stand. */
export function RunItem({ run, pipeline, controls, now }: RunItemProps) {
  const { id, type, runner_types: runners, started_at: started, steps } = run
  return (
    <li data-run={id} className="grid gap-3 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p className="min-w-0 font-[550] wrap-anywhere">{nowWords({ steps })}</p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2 md:mr-auto">
          <RelativeTime at={started} now={now} />
          <span>{type}</span>
          {runners.length > 0 && <bdi>{runners.map(runnerTypeWords).join(', ')}</bdi>}
        </p>
        {controls !== null &&
          (controls.isEnding ? (
            <p className="text-sm text-ink-2">It has been asked to end.</p>
          ) : (
            <form method="post" action={renderedPaths.cancelRun(pipeline.path)}>
              <input type="hidden" name="form_token" value={controls.formToken} />
              <input type="hidden" name="execution_id" value={id} />
              <button type="submit" className={buttonClass({ size: 'small' })} aria-label={`Cancel the run ${id}`}>
                Cancel
              </button>
            </form>
          ))}
      </div>
      <div className="grid items-start gap-x-6 gap-y-3 wide:grid-cols-2">
        <RunStepList steps={steps} definition={pipeline.definition} />
        {controls !== null && controls.wait !== null && (
          <Wait run={run} wait={controls.wait} origin={pipeline.origin} pageTitle={controls.pageTitle} now={now} />
        )}
      </div>
      <UnresolvedNames unresolved={run.unresolved} />
    </li>
  )
}

interface WaitProps {
  readonly run: PipelineExecution
  readonly wait: RunWait
  readonly origin: string
  readonly pageTitle: string | null
  readonly now: number
}

/** What somebody has to do for the run to go on. */
function Wait({ run, wait, origin, pageTitle, now }: WaitProps) {
  switch (wait.kind) {
    case 'result':
      return <ResultWait executionId={run.id} origin={origin} step={wait.step} />
    case 'campaign':
      return (
        <p className="text-sm">
          <a className="link target" href={paths.campaign(wait.campaignId)}>
            Open the campaign
          </a>
          {', which shows the QR code of each session.'}
          {wait.asksForToken && ' It asks for the operator token.'}
        </p>
      )
    case 'wallet':
      return wait.deeplink !== null && run.runner_types.includes('external_ci') ? (
        <LinkWait executionId={run.id} origin={origin} deeplink={wait.deeplink} txCode={wait.txCode} />
      ) : (
        <WalletWait wait={wait} origin={origin} pageTitle={pageTitle} now={now} />
      )
  }
}

/** The steps that a run will have: those of its definition, before it has begun. */
function plannedSteps(definition: unknown): RunStep[] {
  const steps = isObject(definition) && Array.isArray(definition.steps) ? definition.steps.filter(isObject) : []
  return stepsOf(steps.map(({ id, kind }) => ({ id, kind, state: 'waiting' })))
}

interface RunStepListProps {
  readonly steps: readonly RunStep[]
  /** What is planned where no step is known yet. */
  readonly definition: unknown
}

/** The steps of a run, each with how it stands. */
function RunStepList({ steps, definition }: RunStepListProps) {
  const shown = steps.length === 0 ? plannedSteps(definition) : steps
  return (
    <ol className="grid gap-x-6 gap-y-1 text-sm">
      {shown.map((step, place) => {
        const { icon, ink, words } = stepLook(step)
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a report may give two steps the same id, or none
            key={place}
            data-step={step.state}
            aria-current={step.state === 'running' ? 'step' : undefined}
            className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-2"
          >
            <Icon name={icon} className={`mt-[3px] size-3.5 ${ink}`} />
            <span className="flex min-w-0 flex-wrap gap-x-3 wrap-anywhere">
              <bdi className="font-[550]">{step.id}</bdi>
              {step.kind !== step.id && <bdi className="text-ink-2">{step.kind}</bdi>}
              <span className={ink}>{words}</span>
              {step.summary !== '' && <bdi className="w-full text-ink-2">{step.summary}</bdi>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
