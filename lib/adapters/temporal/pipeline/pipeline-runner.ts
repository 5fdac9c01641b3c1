import {
  Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  type ScheduleHandle,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleSpec,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import { defineSearchAttributeKey, NamespaceNotFoundError, TypedSearchAttributes } from '@temporalio/common'
import { instantKey } from '@/lib/core/scoreboard/instants'
import type { PipelineRunner, RunRequest } from '@/lib/core/scoreboard/pipelines/pipeline-runner'
import type { PipelineSchedule } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import {
  pipelineTaskQueue,
  pipelineWorkflowId,
  pipelineWorkflowType,
  resultSignal,
} from '@/lib/core/scoreboard/pipelines/run-types'
import type { EndedRun } from '@/lib/core/scoreboard/reconciliation'
import type { WithClient } from '../connection'
import { ensureNamespace, registerOrSayWhyNot } from '../provision'

/** Extra time for closing the run, in seconds, beyond that of its steps. */
const closingSeconds = 120
/** The status INVALID_ARGUMENT of gRPC. */
const invalidArgument = 3
/** Time limit of a start that first registers the namespace, in milliseconds. */
const makingMillisMax = 20_000
/** Time limit of registering alone, which its request waits for, in milliseconds. */
const registeringMillisMax = 5_000

const pipelineIdentifier = defineSearchAttributeKey('PipelineIdentifier', 'KEYWORD')
const runnerIdentifiers = defineSearchAttributeKey('RunnerIdentifiers', 'KEYWORD_LIST')
const triggerType = defineSearchAttributeKey('TriggerType', 'KEYWORD')

const scheduleId = (pipelineId: string): string => `pipeline-${pipelineId}`

/** Starts runs of pipelines in the namespaces of their organisations. */
export function createPipelineRunner(withClient: WithClient): PipelineRunner {
  const within = <Result>(namespace: string, work: (client: Client) => Promise<Result>): Promise<Result> =>
    withClient(({ connection }) => work(new Client({ connection, namespace })))
  /** Like `withClient`, and registers the namespace if Temporal does not have it yet or has lost it. */
  const making = <Result>(namespace: string, work: (client: Client) => Promise<Result>): Promise<Result> =>
    withClient(async ({ connection }) => {
      const client = new Client({ connection, namespace })
      try {
        return await work(client)
      } catch (error) {
        if (!(error instanceof NamespaceNotFoundError)) throw error
        await ensureNamespace(connection, namespace)
        return work(client)
      }
    }, makingMillisMax)
  return {
    start: (run) => making(run.namespace, (client) => start(client, run)),
    find: ({ namespace, workflowId, digest }) => within(namespace, (client) => find(client, { workflowId, digest })),
    cancel: ({ namespace, ...name }) =>
      within(namespace, (client) =>
        unlessEnded(async () => void (await client.workflow.getHandle(name.workflowId, name.runId).cancel())),
      ),
    tellResult: ({ namespace, ...name }, step) =>
      within(namespace, (client) =>
        unlessEnded(() => client.workflow.getHandle(name.workflowId, name.runId).signal(resultSignal, step)),
      ),
    schedule: (run, schedule) => making(run.namespace, (client) => keepSchedule(client, run, schedule)),
    unschedule: ({ namespace, pipelineId }) => within(namespace, (client) => endSchedule(client, pipelineId)),
    register: (namespace) =>
      withClient(({ connection }) => registerOrSayWhyNot(connection, namespace), registeringMillisMax),
  }
}

/** Deletes the schedule of a pipeline, if there is one. */
export async function endSchedule(client: Client, pipelineId: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId(pipelineId)).delete()
  } catch (error) {
    if (!isUnknown(error)) throw error
  }
}

/** Start options of every run. */
const optionsOf = ({ input, memo, pipelinePath, runners, timeoutSeconds }: RunRequest) => ({
  taskQueue: pipelineTaskQueue,
  args: [input],
  workflowExecutionTimeout: `${timeoutSeconds + closingSeconds}s` as const,
  typedSearchAttributes: new TypedSearchAttributes([
    { key: pipelineIdentifier, value: pipelinePath },
    { key: runnerIdentifiers, value: [...runners] },
    { key: triggerType, value: input.trigger },
  ]),
  memo: { ...memo },
})

async function start(client: Client, run: Parameters<PipelineRunner['start']>[0]) {
  const { workflowId, digest } = run
  const options = optionsOf(run)
  try {
    const { firstExecutionRunId: runId } = await client.workflow.start(pipelineWorkflowType, {
      ...options,
      workflowId,
      // Ids are never reused, even after a run has ended.
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      memo: { ...options.memo, request_digest: digest },
    })
    return { workflowId, runId, created: true, reused: false }
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    const { runId, memo } = await client.workflow.getHandle(workflowId).describe()
    return { workflowId, runId, created: false, reused: memo?.request_digest !== digest }
  }
}

async function find(
  client: Client,
  { workflowId, digest }: { readonly workflowId: string; readonly digest: string },
): ReturnType<PipelineRunner['find']> {
  try {
    const { runId, memo = {}, status, startTime, closeTime } = await client.workflow.getHandle(workflowId).describe()
    return {
      ...{ workflowId, runId, memo, reused: memo.request_digest !== digest },
      status: endings[status.name] ?? 'running',
      startedAt: instantKey(startTime.toISOString()) ?? '',
      closedAt: closeTime === undefined ? '' : (instantKey(closeTime.toISOString()) ?? ''),
    }
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || error instanceof NamespaceNotFoundError) return null
    throw error
  }
}

/** The ledger's status by Temporal's. */
const endings: Readonly<Record<string, EndedRun['status']>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'canceled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed_out',
}

const isUnknown = (error: unknown): boolean =>
  [ScheduleNotFoundError, WorkflowNotFoundError, NamespaceNotFoundError].some((type) => error instanceof type) ||
  isNoName(error)

/** True for ids that Temporal never issued: another runner reported them. */
const isNoName = (error: unknown): boolean =>
  error instanceof ServiceError && isGrpcServiceError(error.cause) && error.cause.code === invalidArgument

/** `false` if the run has ended or never existed. */
async function unlessEnded(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isUnknown(error)) return false
    throw error
  }
}

/** Replaces the schedule and returns its next run. */
async function keepSchedule(client: Client, run: RunRequest, schedule: PipelineSchedule): Promise<string | null> {
  const pipelineId = run.input.pipeline_id
  const action = {
    type: 'startWorkflow' as const,
    workflowType: pipelineWorkflowType,
    workflowId: pipelineWorkflowId(pipelineId, 'scheduled'),
    ...optionsOf(run),
  }
  const described = {
    spec: specOf(schedule),
    action,
    // After an outage of Temporal, catch up one missed run, not a year's worth.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '60s' as const, pauseOnFailure: false },
    state: { paused: schedule.paused },
  }
  const id = scheduleId(pipelineId)
  let handle: ScheduleHandle
  try {
    handle = await client.schedule.create({ scheduleId: id, ...described })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    handle = client.schedule.getHandle(id)
    await handle.update(() => described)
  }
  if (schedule.paused) return null
  return (await handle.describe()).info.nextActionTimes[0]?.toISOString() ?? null
}

function specOf({ every_seconds, daily_at }: PipelineSchedule): ScheduleSpec {
  if (every_seconds !== null) return { intervals: [{ every: `${every_seconds}s` }] }
  const [hour = '0', minute = '0'] = (daily_at ?? '').split(':')
  return { calendars: [{ hour: Number(hour), minute: Number(minute) }], timezone: 'UTC' }
}
