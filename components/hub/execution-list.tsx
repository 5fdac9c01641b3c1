import { runnerTypeWords, runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'
import type { EndedExecution, PipelineExecution, StepEvidence } from '@/lib/queries/pipeline'
import type { RunStep } from '@/lib/queries/run-steps'
import { Icon } from '../ui/icon'
import { LocalTime } from '../ui/time'
import { counts, endLook } from './run-words'

/** Names in a run that match no record: misspelt, or deleted. Statistics leave them out. */
export function UnresolvedNames({ unresolved }: Pick<PipelineExecution, 'unresolved'>) {
  if (unresolved.length === 0) return null
  return (
    <div className="w-full text-warn-ink">
      Its report names what is not on record:
      <ul className="grid list-disc gap-0.5 pl-5">
        {unresolved.map(({ field, name }) => (
          <li key={`${field} ${name}`} className="wrap-anywhere">
            <code>{field}</code> <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Newest completed executions of a pipeline. Those that could not run are grey. */
export function ExecutionList({ executions }: { readonly executions: readonly EndedExecution[] }) {
  if (executions.length === 0) return <p className="text-ink-2">No runs yet.</p>
  return (
    <ul className="grid text-sm">
      {executions.map((execution) => {
        const {
          id,
          type,
          started_at,
          duration_ms,
          ci_run_url,
          runner_types,
          screenshots,
          report,
          evidence,
          steps,
          unresolved,
        } = execution
        const { icon, ink, words } = endLook(execution)
        const isCounted = counts(execution)
        const quiet = isCounted ? 'text-ink-2' : 'text-ink-3'
        const [picture] = screenshots
        return (
          <li
            key={id}
            data-run={id}
            className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-0 ${isCounted ? '' : 'text-ink-3'}`}
          >
            <span className={`flex w-full items-start gap-1.5 md:w-80 ${ink}`}>
              <Icon name={icon} className="mt-[3px] size-3.5" />
              <span className="wrap-anywhere">{isCounted ? words : `${words}, not counted`}</span>
            </span>
            <LocalTime at={started_at} />
            <span className={quiet}>{type}</span>
            {runner_types.length > 0 && <bdi className={quiet}>{runner_types.map(runnerTypeWords).join(', ')}</bdi>}
            {duration_ms > 0 && <span className={`${quiet} tabular-nums`}>{runningTimeWords(duration_ms)}</span>}
            <Evidence evidence={evidence} />
            {picture !== undefined && (
              <a className="link target" href={paths.artifact(id, picture)}>
                Screenshot
              </a>
            )}
            {report !== '' && (
              <a className="link target" href={paths.artifact(id, report)} download>
                Report
              </a>
            )}
            {/^https?:\/\//.test(ci_run_url) && (
              <a className="link target" href={ci_run_url} rel="noreferrer">
                CI run
              </a>
            )}
            <Summaries steps={steps} />
            <UnresolvedNames unresolved={unresolved} />
          </li>
        )
      })}
    </ul>
  )
}

/** Summaries that external programs gave for their steps. */
function Summaries({ steps }: { readonly steps: readonly RunStep[] }) {
  const told = steps.filter(({ summary }) => summary !== '')
  if (told.length === 0) return null
  return (
    <ul className="grid w-full gap-1 text-ink-2">
      {told.map(({ id, summary }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report may give two steps the same id, or none
        <li key={place} className="wrap-anywhere">
          <bdi>{id}</bdi>: <bdi>{summary}</bdi>
        </li>
      ))}
    </ul>
  )
}

const pageOf = ({ kind, id }: StepEvidence): string =>
  ({ issuance: paths.inspectIssuance, presentation: paths.inspectPresentation, campaign: paths.campaign })[kind](id)

/** Links to a run's evidence: one, or one per step that has some. */
function Evidence({ evidence }: { readonly evidence: readonly StepEvidence[] }) {
  const [only, ...others] = evidence
  if (only === undefined) return null
  if (others.length === 0)
    return (
      <a className="link target" href={pageOf(only)}>
        Evidence
      </a>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      Evidence:
      {evidence.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report may give two steps the same id, or none
        <a key={place} className="link target wrap-anywhere" href={pageOf(one)}>
          {one.step === '' ? one.kind : one.step}
        </a>
      ))}
    </span>
  )
}
