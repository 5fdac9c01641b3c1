import { isObject } from '@/lib/core/ground/values/json'
import { type RunStep, stepsOf } from '@/lib/queries/run-steps'
import { Icon } from '../ui/icon'
import { stepLook } from './run-words'

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
export function RunStepList({ steps, definition }: RunStepListProps) {
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
