import { cn } from '@/lib/cn'
import { runnerTypeWords } from '@/lib/core/scoreboard/rows/row-words'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import type { PipelineOfOrganization } from '@/lib/queries/organization-pipelines'
import { Icon, type IconName } from '../ui/icon'
import { ListRow, ListTable, listCellClass } from '../ui/list-table'
import { RelativeTime } from '../ui/time'
import { scheduleWords } from './schedule-panel'

const outcomes: Readonly<Record<string, readonly [icon: IconName, ink: string, words: string]>> = {
  completed: ['pass', 'text-pass-ink', 'passed'],
  failed: ['fail', 'text-fail-ink', 'failed'],
  timed_out: ['fail', 'text-fail-ink', 'timed out'],
  running: ['current', 'text-ink-2', 'running'],
  canceled: ['absent', 'text-ink-3', 'cancelled, not counted'],
  terminated: ['absent', 'text-ink-3', 'terminated, not counted'],
}

const heads = ['Name', 'Organisation', 'Wallet', 'Visible', 'Schedule', 'Last run'] as const

/** Pipelines with schedule and last run. `ofOne`: all are of the organisation that the page is about. */
export function PipelineList({
  pipelines,
  now,
  ofOne = false,
}: {
  readonly pipelines: readonly PipelineOfOrganization[]
  readonly now: number
  readonly ofOne?: boolean
}) {
  return (
    <ListTable
      caption="Pipelines, by their paths"
      head={heads
        .filter((head) => !ofOne || head !== 'Organisation')
        .map((head) => (
          <th key={head} scope="col" className={listCellClass('text-left text-xs font-medium text-ink-2')}>
            {head}
          </th>
        ))}
    >
      {pipelines.map((pipeline) => (
        <ListRow key={pipeline.id}>
          <th
            scope="row"
            className={listCellClass('text-left font-medium min-[60rem]:max-w-[24rem] min-[60rem]:py-[7px]')}
          >
            <a className="link target wrap-anywhere" href={paths.organizationPipeline(pipeline.id)}>
              <bdi>{pipeline.name}</bdi>
            </a>
            {pipeline.problems.length > 0 && (
              <span className="flex items-center gap-1.5 text-xs font-normal text-fail-ink">
                <Icon name="fail" className="size-3.5" />
                {`${pipeline.problems.length} ${pipeline.problems.length === 1 ? 'place' : 'places'} of its definition wrong`}
              </span>
            )}
          </th>
          {!ofOne && (
            <Cell head="Organisation">
              <bdi className="wrap-anywhere">{pipeline.organization_name}</bdi>
            </Cell>
          )}
          <Cell head="Wallet">{walletWords(pipeline.definition)}</Cell>
          <Cell head="Visible">{pipeline.published ? 'public' : 'private'}</Cell>
          <Cell head="Schedule">
            <ScheduleCell pipeline={pipeline} now={now} />
          </Cell>
          <Cell head="Last run">
            <LastRun run={pipeline.last_run} now={now} />
          </Cell>
        </ListRow>
      ))}
    </ListTable>
  )
}

/** Table cell with its column name, shown where rows are cards. */
function Cell({ head, children }: { readonly head: string; readonly children: React.ReactNode }) {
  return (
    <td className={listCellClass('max-[60rem]:grid max-[60rem]:grid-cols-[104px_minmax(0,1fr)] max-[60rem]:gap-2')}>
      <span aria-hidden="true" className="text-ink-3 min-[60rem]:hidden">
        {head}
      </span>
      <span>{children}</span>
    </td>
  )
}

const walletWords = (definition: unknown): string =>
  isObject(definition) && typeof definition.runner === 'string'
    ? runnerTypeWords(definition.runner)
    : 'reported by others'

function ScheduleCell({
  pipeline: { schedule, nextRunAt },
  now,
}: {
  readonly pipeline: Pick<PipelineOfOrganization, 'schedule' | 'nextRunAt'>
  readonly now: number
}) {
  if (schedule === null) return <span className="text-ink-3">none</span>
  return (
    <>
      {scheduleWords(schedule)}
      <span className="block text-xs text-ink-2">
        {schedule.paused
          ? 'paused'
          : nextRunAt !== null && ['next ', <RelativeTime key="next" at={nextRunAt} now={now} />]}
      </span>
    </>
  )
}

function LastRun({ run, now }: { readonly run: PipelineOfOrganization['last_run']; readonly now: number }) {
  if (run === null) return <span className="text-ink-3">never</span>
  return (
    <>
      <OutcomeWords status={run.status} />
      <span className="block text-xs text-ink-2">
        <RelativeTime at={run.started_at} now={now} />
      </span>
    </>
  )
}

/** How a run ended, or that it lasts. */
export function OutcomeWords({ status }: { readonly status: string }) {
  const [icon, ink, words] = outcomes[status] ?? ['unseen', 'text-ink-2', status]
  return (
    <span className={cn('flex items-center gap-1.5', ink)}>
      <Icon name={icon} className="size-3.5" />
      {words}
    </span>
  )
}

/** Link back to the list of pipelines. */
export const PipelinesLink = () => (
  <p className="text-sm text-ink-2">
    <a className="link target" href={paths.organizationPipelines()}>
      Pipelines
    </a>
    {' /'}
  </p>
)
