import { isProtocolError } from '../../shared/ports/errors'
import { type EpochMillis, epochMillis } from '../../shared/time/time'
import type { RunRequest } from './pipeline-runner'
import type { PipelineSchedule, StoredSchedule } from './pipeline-store'
import { runRequest, type StartPorts } from './start-run'

const daySeconds = 86_400

/**
 * When a schedule is next due after an instant, as Temporal computes it: intervals count from 1970. `null` if paused.
 */
export function nextRunAt({ every_seconds, daily_at, paused }: PipelineSchedule, at: EpochMillis): EpochMillis | null {
  if (paused) return null
  const every = every_seconds ?? daySeconds
  const [hour = '0', minute = '0'] = (daily_at ?? '').split(':')
  const offset = every_seconds === null ? (Number(hour) * 60 + Number(minute)) * 60 : 0
  const passed = Math.floor((at / 1000 - offset) / every)
  return epochMillis(((passed + 1) * every + offset) * 1000)
}

/**
 * Recreates stored schedules in Temporal, which may have lost its data. Existing ones stay unchanged. A pipeline whose
 * definition is no longer valid has none until it is.
 * @returns how many there are
 * @throws SchedulerUnavailable, StoreUnavailable
 */
export async function restoreSchedules(ports: StartPorts): Promise<number> {
  let restored = 0
  for (const schedule of await ports.pipelines.schedules()) if (await restore(schedule, ports)) restored += 1
  return restored
}

/** @returns whether the pipeline has a schedule now, in Temporal as it is kept */
async function restore(schedule: StoredSchedule, ports: StartPorts): Promise<boolean> {
  const pipeline = await ports.pipelines.pipeline(schedule.pipeline)
  if (pipeline === null) return false
  try {
    const { run } = await runRequest(pipeline, { trigger: 'scheduled' }, ports)
    return await applySchedule(run, schedule, ports)
  } catch (error) {
    if (!isProtocolError(error)) throw error
    return false
  }
}

/**
 * Creates a schedule in Temporal for runs like this one. Whoever replaces or ends it meanwhile wins.
 * @returns whether the pipeline has a schedule now
 * @throws SchedulerUnavailable, StoreUnavailable
 */
export async function applySchedule(
  run: RunRequest,
  schedule: PipelineSchedule,
  { pipelines, runner }: Pick<StartPorts, 'pipelines' | 'runner'>,
): Promise<boolean> {
  const { namespace, input } = run
  for (let kept: PipelineSchedule | undefined = schedule; kept; [kept] = await pipelines.schedules(input.pipeline_id)) {
    const { every_seconds, daily_at, paused } = kept
    const asked = { every_seconds, daily_at, paused }
    const next_run_at = await runner.schedule(run, asked)
    if (await pipelines.noteNextRun(input.pipeline_id, { ...asked, next_run_at })) return true
  }
  await runner.unschedule({ namespace, pipelineId: input.pipeline_id })
  return false
}
