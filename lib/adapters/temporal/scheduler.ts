import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import {
  aggregationNamespace,
  aggregationTaskQueue,
  aggregationWorkflowId,
  aggregationWorkflowType,
  scheduledWorkflowId,
  scheduleIdOf,
  scheduleKind,
} from '@/lib/core/scoreboard/aggregation-workflow'
import type { PipelineRunner } from '@/lib/core/scoreboard/pipelines/pipeline-runner'
import { type AggregationScheduler, type ScheduleView, schedulesMax } from '@/lib/core/scoreboard/scheduler'
import { createSharedClient, type TemporalSettings } from './connection'
import { createPipelineRunner } from './pipeline/pipeline-runner'
import { listWorkflows } from './run-visibility'

/** Milliseconds after which a health check reports a part as down. */
const probeMillisMax = 1000
/** A worker's longest poll in seconds, with a margin. */
const pollSecondsMax = 75
/** TASK_QUEUE_TYPE_WORKFLOW in Temporal's API. */
const workflowTasks = 1

/** The scheduler port, plus the health of its parts, which the server reports. */
export interface TemporalScheduler extends AggregationScheduler {
  /** Whether Temporal answers, and whether a worker polls. Never throws; takes a second at most. */
  readonly parts: () => Promise<{ readonly temporal: boolean; readonly worker: boolean }>
  /** Starts runs of pipelines, over the same connection. */
  readonly pipelines: PipelineRunner
  readonly close: () => Promise<void>
}

/**
 * Creates a scheduler that starts aggregations in Temporal. It connects on the first call and reconnects after Temporal
 * was down.
 */
export function createScheduler(settings: TemporalSettings): TemporalScheduler {
  const { withClient, close } = createSharedClient(settings, aggregationNamespace)
  const made = new Set<string>()
  return {
    startOnce: () => withClient(startOnce),
    startEvery: (seconds) => withClient((client) => startEvery(client, made, seconds)),
    list: () => withClient((client) => list(client, made)),
    cancel: (id) => withClient((client) => cancel(client, id)),
    workflows: (namespace) => withClient((client) => listWorkflows(client, namespace)),
    parts: () => {
      const down = { temporal: false, worker: false }
      const asked = withClient(async (client) => ({ temporal: true, worker: await isPolled(client) }), probeMillisMax)
      return Promise.race([asked.catch(() => down), sleep(probeMillisMax, down, { ref: false })])
    },
    pipelines: createPipelineRunner(withClient),
    close,
  }
}

/** Whether a worker has polled for workflows recently. An idle worker still polls at least once a minute. */
async function isPolled(client: Client): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: aggregationNamespace,
    taskQueue: { name: aggregationTaskQueue },
    taskQueueType: workflowTasks,
  })
  const lastAt = Math.max(0, ...(pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0)))
  return Date.now() / 1000 - lastAt < pollSecondsMax
}

async function startOnce(client: Client) {
  for (;;) {
    try {
      const handle = await client.workflow.start(aggregationWorkflowType, {
        workflowId: aggregationWorkflowId,
        taskQueue: aggregationTaskQueue,
        args: [{ trigger: 'manual' }],
        workflowExecutionTimeout: '1h',
      })
      return { workflowId: aggregationWorkflowId, runId: handle.firstExecutionRunId, alreadyRunning: false }
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      const { runId, status } = await client.workflow.getHandle(aggregationWorkflowId).describe()
      // If it has ended meanwhile, a new one can be started.
      if (status.name === 'RUNNING') return { workflowId: aggregationWorkflowId, runId, alreadyRunning: true }
    }
  }
}

async function startEvery(client: Client, made: Set<string>, seconds: number) {
  const scheduleId = scheduleIdOf(seconds)
  const known = await describeOurs(client, scheduleId)
  if (known !== null) return { scheduleId, created: false, nextRunAt: nextRunOf(known) }
  if ((await findOurs(client, made)).length >= schedulesMax) return null
  const created = await createSchedule(client, scheduleId, seconds)
  made.add(scheduleId)
  const schedule = await describeOurs(client, scheduleId)
  return { scheduleId, created, nextRunAt: schedule && nextRunOf(schedule) }
}

/**
 * Finds our schedules. Temporal's list lags behind: it may contain deleted schedules and miss new ones (`made`). So
 * each is fetched by its id.
 */
async function findOurs(client: Client, made: Set<string>): Promise<ScheduleDescription[]> {
  const ids = new Set(made)
  for await (const { scheduleId, memo } of client.schedule.list()) if (memo?.kind === scheduleKind) ids.add(scheduleId)
  const found: ScheduleDescription[] = []
  for (const id of ids) {
    const schedule = await describeOurs(client, id)
    if (schedule === null) made.delete(id)
    else found.push(schedule)
  }
  return found
}

async function list(client: Client, made: Set<string>): Promise<ScheduleView[]> {
  const schedules = (await findOurs(client, made)).map((schedule) => ({
    scheduleId: schedule.scheduleId,
    everySeconds: Number(schedule.memo?.every_seconds ?? 0),
    nextRunAt: nextRunOf(schedule),
    paused: schedule.state.paused,
  }))
  return schedules.sort((a, b) => a.everySeconds - b.everySeconds)
}

const nextRunOf = ({ info }: ScheduleDescription): string | null => info.nextActionTimes[0]?.toISOString() ?? null

/**
 * Describes a schedule of the scoreboard; `null` if it does not exist or its id belongs to a schedule that is not ours.
 */
async function describeOurs(client: Client, scheduleId: string): Promise<ScheduleDescription | null> {
  try {
    const schedule = await client.schedule.getHandle(scheduleId).describe()
    return schedule.memo?.kind === scheduleKind ? schedule : null
  } catch (error) {
    if (error instanceof ScheduleNotFoundError || error instanceof WorkflowNotFoundError) return null
    throw error
  }
}

/** `false` when it already exists. */
async function createSchedule(client: Client, scheduleId: string, seconds: number): Promise<boolean> {
  try {
    await client.schedule.create({
      scheduleId,
      spec: { intervals: [{ every: `${seconds}s` }] },
      action: {
        type: 'startWorkflow',
        workflowType: aggregationWorkflowType,
        workflowId: scheduledWorkflowId,
        taskQueue: aggregationTaskQueue,
        args: [{ trigger: 'schedule' }],
        workflowExecutionTimeout: '15m',
      },
      // After an outage of Temporal, catch up one missed run, not a year's worth.
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '60s', pauseOnFailure: false },
      memo: { kind: scheduleKind, every_seconds: seconds },
    })
    return true
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false
    throw error
  }
}

async function cancel(client: Client, scheduleId: string): Promise<boolean> {
  if ((await describeOurs(client, scheduleId)) === null) return false
  try {
    await client.schedule.getHandle(scheduleId).delete()
    return true
  } catch (error) {
    if (error instanceof ScheduleNotFoundError || error instanceof WorkflowNotFoundError) return false
    throw error
  }
}
