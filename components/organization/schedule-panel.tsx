import type { PipelineSchedule } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import { paths } from '@/lib/paths'
import type { KeptDraft, PipelineOfOrganization } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { RelativeTime } from '../ui/time'
import { ChoiceField, TextField } from './field-controls'
import { SaveNote } from './save-note'

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A schedule in words: `daily at 02:30 UTC`, `every 6 hours`. */
export function scheduleWords({ every_seconds, daily_at }: PipelineSchedule): string {
  if (every_seconds === null) return `daily at ${daily_at} UTC`
  const [size, unit] = units.find(([seconds]) => every_seconds % seconds === 0) ?? [1, 'second']
  const count = every_seconds / size
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

interface SchedulePanelProps {
  readonly pipeline: PipelineOfOrganization
  readonly formToken: string
  /** Refused input with its id; `null` for none. */
  readonly draft: (KeptDraft & { readonly id: string }) | null
  readonly now: number
}

const modes = [
  ['every', 'at an interval'],
  ['daily', 'daily'],
] as const

/** Schedule of a pipeline. */
export function SchedulePanel({ pipeline, formToken, draft, now }: SchedulePanelProps) {
  const { id, schedule, ready, nextRunAt } = pipeline
  const kept = new Map(draft?.fields ?? [])
  const text = (name: string, saved: string) => kept.get(name) ?? saved
  const problems = (name: string) =>
    (draft?.problems ?? []).filter(({ path }) => path === name).map(({ message }) => message)
  return (
    <Panel labelledBy="schedule" className="grid content-start gap-3 p-4 md:p-5">
      <h2 id="schedule" className="scroll-mt-16 text-lg">
        Schedule
      </h2>
      <p className="text-sm text-ink-2">
        {schedule === null ? 'It runs only when somebody starts it.' : `It runs ${scheduleWords(schedule)}.`}{' '}
        {schedule?.paused === true && 'Paused.'}
        {nextRunAt !== null && ['Next run: ', <RelativeTime key="next" at={nextRunAt} now={now} />]}
      </p>
      {!ready && (
        <Note kind="warning">
          The namespace of this organisation is not registered with Temporal yet. The next aggregation does it; until
          then nothing can run here.
        </Note>
      )}
      {draft !== null && <SaveNote problem={draft.refusal} />}
      <form method="post" action={paths.schedulePipeline(id)} noValidate className="grid gap-3">
        <input type="hidden" name="form_token" value={formToken} />
        <input type="hidden" name="draft" value={draft?.id ?? ''} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-3">
          <ChoiceField
            name="mode"
            label="Runs"
            text={text('mode', schedule !== null && schedule.daily_at !== null ? 'daily' : 'every')}
            choices={modes}
            problems={[]}
          />
          <TextField
            name="every_seconds"
            label="Seconds"
            inputMode="numeric"
            text={text('every_seconds', String(schedule?.every_seconds ?? ''))}
            placeholder="86400"
            problems={problems('every_seconds')}
            help="900 to 2 592 000"
          />
          <TextField
            name="daily_at"
            label="Time of day (UTC)"
            text={text('daily_at', schedule?.daily_at ?? '')}
            placeholder="02:30"
            problems={problems('daily_at')}
            help="HH:MM"
          />
        </div>
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            name="paused"
            defaultChecked={draft === null ? schedule?.paused === true : text('paused', '') !== ''}
            className="size-6"
          />
          Paused
        </label>
        <div className="flex flex-wrap gap-2">
          <button type="submit" name="do" value="save" className={buttonClass()}>
            {schedule === null ? 'Schedule' : 'Change schedule'}
          </button>
          {schedule !== null && (
            <button type="submit" name="do" value="end" className={buttonClass({ look: 'quiet' })}>
              Remove schedule
            </button>
          )}
        </div>
      </form>
    </Panel>
  )
}
