import type { ScheduleView } from '@/lib/core/scoreboard/scheduler'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { RelativeTime } from '../ui/relative-time'
import { AggregateNow, type LatestRun } from './aggregate-now'

interface ScheduleListProps {
  /** `null` while Temporal does not respond. */
  readonly schedules: readonly ScheduleView[] | null
  readonly formToken: string
  /** The newest aggregation; `null` for none, or while storage is not responding. */
  readonly latest: LatestRun | null
  readonly now: number
}

/** Aggregates now or on a schedule, and cancels schedules. */
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
