import { runnerTypeWords, runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'
import type { PipelineExecution } from '@/lib/queries/pipeline'
import { Icon, type IconName } from '../ui/icon'
import { LocalTime } from '../ui/local-time'

const looks: Readonly<Record<string, readonly [icon: IconName, ink: string, words: string]>> = {
  completed: ['pass', 'text-pass-ink', 'completed'],
  failed: ['fail', 'text-fail-ink', 'failed'],
  timed_out: ['fail', 'text-fail-ink', 'timed out'],
  running: ['current', 'text-ink-2', 'running'],
  canceled: ['absent', 'text-ink-3', 'cancelled, not counted'],
  terminated: ['absent', 'text-ink-3', 'terminated, not counted'],
}

/** The newest executions of a pipeline. */
export function ExecutionList({ executions }: { readonly executions: readonly PipelineExecution[] }) {
  if (executions.length === 0) return <p className="text-ink-2">No runs yet.</p>
  return (
    <ul className="grid text-sm">
      {executions.map(({ id, status, type, started_at, duration_ms, ci_run_url, runner_types, screenshots }) => {
        const [icon, ink, words] = looks[status] ?? ['unseen', 'text-ink-2', status]
        const [picture] = screenshots
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-0">
            <span className={`flex w-44 items-center gap-1.5 ${ink}`}>
              <Icon name={icon} className="size-3.5" />
              {words}
            </span>
            <LocalTime at={started_at} />
            <span className="text-ink-2">{type}</span>
            {runner_types.length > 0 && (
              <bdi className="text-ink-2">{runner_types.map(runnerTypeWords).join(', ')}</bdi>
            )}
            {duration_ms > 0 && <span className="text-ink-2 tabular-nums">{runningTimeWords(duration_ms)}</span>}
            {picture !== undefined && (
              <a className="link target" href={paths.artifact(id, picture)}>
                Screenshot
              </a>
            )}
            {/^https?:\/\//.test(ci_run_url) && (
              <a className="link target" href={ci_run_url} rel="noreferrer">
                CI run
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
