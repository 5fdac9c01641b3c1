import type { ReactNode } from 'react'
import type { ScheduleView } from '@/lib/core/scoreboard/scheduler'
import type { AggregationRun } from '@/lib/core/scoreboard/scoreboard-store'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Icon, type IconName } from '../ui/icon'
import { Note } from '../ui/note'
import { LocalTime, RelativeTime } from '../ui/time'
import { AggregateNow, type LatestRun } from './aggregate-now'

const looks: Readonly<Record<AggregationRun['state'], readonly [icon: IconName, ink: string, words: string]>> = {
  committed: ['pass', 'text-pass-ink', 'committed'],
  open: ['current', 'text-ink-2', 'running'],
  staging: ['current', 'text-ink-2', 'saving'],
  rejected: ['absent', 'text-ink-2', 'superseded by a newer one'],
  failed: ['fail', 'text-fail-ink', 'failed, the rows were kept'],
}

const nobodyToAsk = ['absent', 'text-ink-2', 'nothing to do: there are no organisations'] as const

const listedMax = 50

/** Icon, colour and words for an aggregation's state. */
const lookOf = (run: AggregationRun) => {
  if (run.state === 'failed' && run.nobodyToAsk) return nobodyToAsk
  if (run.state === 'committed' && run.failedNamespaces.length > 0)
    return ['warn', 'text-warn-ink', 'partially committed'] as const
  return looks[run.state]
}

const rowWords = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`

/** Newest aggregation in the form that the start button waits for; `null` for none. */
export function latestRun(runs: readonly AggregationRun[] | null): LatestRun | null {
  const [run] = runs ?? []
  if (run === undefined) return null
  const [, , words] = lookOf(run)
  const over = run.state !== 'open' && run.state !== 'staging'
  return { id: run.id, over, words: run.state === 'committed' ? `${words}, ${rowWords(run.rows)}` : words }
}

/** Newest aggregations: results, sources that did not respond, and unknown names. */
export function AggregationRuns({
  runs,
  now,
}: {
  readonly runs: readonly AggregationRun[] | null
  readonly now: number
}) {
  if (runs === null) return <Note kind="warning">Storage is not responding. Reload this page.</Note>
  if (runs.length === 0) return <p className="text-ink-2">None yet.</p>
  return (
    <ol className="grid text-sm">
      {runs.map((run) => {
        const [icon, ink, words] = lookOf(run)
        return (
          <li key={run.id} className="grid gap-2 border-b border-line py-3 last:border-0">
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className={`flex items-center gap-1.5 ${ink}`}>
                <Icon name={icon} className="size-3.5" />
                {words}
              </span>
              <RelativeTime at={run.startedAt} now={now} />
              <span className="text-ink-2">{run.source === 'workflow' ? 'workflow' : 'saved through the API'}</span>
              {run.state === 'committed' && <span className="tabular-nums">{rowWords(run.rows)}</span>}
              <code className="text-xs wrap-anywhere text-ink-3">{run.id}</code>
            </p>
            <Names one="namespace did not respond" several="namespaces did not respond" names={run.failedNamespaces} />
            <Names
              one="namespace carried over from an older response"
              several="namespaces carried over from older responses"
              names={run.carried.map(({ namespace, since }) => (
                <span key={namespace}>
                  {namespace} (since <LocalTime at={since} />)
                </span>
              ))}
            />
            <Names
              one="name that matches nothing"
              several="names that match nothing"
              names={run.unresolved.map(({ field, name, pipeline_id }) => `${field} ${name}, of ${pipeline_id}`)}
            />
            <Names one="pipeline that does not exist" several="pipelines that do not exist" names={run.orphans} />
          </li>
        )
      })}
    </ol>
  )
}

interface NamesProps {
  readonly one: string
  readonly several: string
  readonly names: readonly ReactNode[]
}

function Names({ one, several, names }: NamesProps) {
  if (names.length === 0) return null
  return (
    <details className="group">
      <summary className="inline-flex min-h-6 items-center gap-1 text-warn-ink hover:underline">
        {`${names.length} ${names.length === 1 ? one : several}`}
        <Icon name="down" className="size-3 group-open:rotate-180" />
      </summary>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
        tabIndex={0}
        className="mt-1 grid max-h-72 gap-1 overflow-y-auto pl-4 text-xs text-ink-2"
      >
        {names.slice(0, listedMax).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="wrap-anywhere">
            {name}
          </li>
        ))}
        {names.length > listedMax && <li>{`and ${names.length - listedMax} more`}</li>}
      </ul>
    </details>
  )
}

interface ScheduleListProps {
  /** `null` while Temporal does not respond. */
  readonly schedules: readonly ScheduleView[] | null
  readonly formToken: string
  /** Newest aggregation; `null` for none, or while storage does not respond. */
  readonly latest: LatestRun | null
  readonly now: number
}

/** Starts an aggregation now or on a schedule, and cancels schedules. */
export function ScheduleList({ schedules, formToken, latest, now }: ScheduleListProps) {
  if (schedules === null)
    return (
      <Note kind="warning">
        Temporal is not responding, so aggregations cannot run. Everything else works without it. Reload this page to
        try again.
      </Note>
    )
  const token = <input type="hidden" name="form_token" value={formToken} />
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <AggregateNow formToken={formToken} latest={latest} />
        <form method="post" action={paths.startAggregation()} className="flex items-end gap-2">
          {token}
          <label className="grid gap-1 text-xs text-ink-2">
            Repeat every (seconds)
            <input
              type="number"
              name="schedule"
              min={1}
              max={31_536_000}
              defaultValue={300}
              required
              className="h-(--control-size) w-32 rounded-md border border-control bg-surface px-2 text-sm text-ink"
            />
          </label>
          <button type="submit" className={buttonClass()}>
            Schedule
          </button>
        </form>
      </div>
      {schedules.length === 0 ? (
        <p className="text-sm text-ink-2">No schedules.</p>
      ) : (
        <ul className="grid text-sm">
          {schedules.map(({ scheduleId, everySeconds, nextRunAt, paused }) => (
            <li key={scheduleId} className="flex flex-wrap items-center gap-3 border-t border-line py-2">
              <span className="font-medium tabular-nums">{`every ${everySeconds} s`}</span>
              <code className="text-xs wrap-anywhere text-ink-2">{scheduleId}</code>
              <span className="mr-auto text-ink-2">
                {paused
                  ? 'paused'
                  : nextRunAt !== null && ['next ', <RelativeTime key="next" at={nextRunAt} now={now} />]}
              </span>
              <form method="post" action={paths.cancelSchedule()}>
                {token}
                <input type="hidden" name="schedule_id" value={scheduleId} />
                <button
                  type="submit"
                  className={buttonClass({ size: 'small' })}
                  aria-label={`Cancel every ${everySeconds} s`}
                >
                  Cancel
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
