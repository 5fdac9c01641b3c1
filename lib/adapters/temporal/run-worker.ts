import { Client, ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client'
import { NativeConnection, Worker } from '@temporalio/worker'
import type { AggregationStore } from '@/lib/core/scoreboard/aggregation-store'
import {
  type AggregationInput,
  aggregationNamespace,
  aggregationTaskQueue,
  aggregationWorkflowType,
  scheduledWorkflowId,
  scheduleKind,
} from '@/lib/core/scoreboard/aggregation-workflow'
import type { PipelineRunner } from '@/lib/core/scoreboard/pipelines/pipeline-runner'
import type { ReconciliationStore } from '@/lib/core/scoreboard/reconciliation'
import type { Clock } from '@/lib/core/shared/ports/ports'
import { createActivities } from './activities'
import { connectionOptions, settledWithin, type TemporalSettings } from './connection'
import { type NamespaceWorkersInput, startNamespaceWorkers } from './namespace-workers'
import { createPipelineRunner } from './pipeline/pipeline-runner'
import { createProvision } from './provision'
import { createRunVisibility } from './run-visibility'
import type { ServiceApi } from './service-api'

/**
 * Time limit of a stop in milliseconds: more than the ten seconds of each part, and so short that the process exits
 * within twelve.
 */
const stopMillisMax = 10_500

/** A running worker. */
export interface AggregationWorker {
  readonly state: () => string
  /** Namespaces of organisations with a worker. */
  readonly live: () => readonly string[]
  /** Starts runs of pipelines, over the connection of the worker. */
  readonly pipelines: PipelineRunner
  /** Schedules a daily aggregation at a time of UTC; `null` ends it. */
  readonly aggregateDaily: (at: { readonly hour: number; readonly minute: number } | null) => Promise<void>
  /** Settles when the worker has stopped. */
  readonly running: Promise<void>
  /**
   * Stops the worker within eleven seconds: activities that can finish do so; others move to another worker. Never
   * throws.
   */
  stop(): Promise<void>
}

/**
 * Connects to Temporal, and runs aggregations and organisations' pipelines over one connection. Throws when Temporal
 * does not answer.
 */
export async function startAggregationWorker(input: {
  readonly temporal: TemporalSettings
  /** The prebuilt bundle of workflows.ts. */
  readonly workflowBundlePath: string
  readonly store: AggregationStore
  readonly reconciliation: ReconciliationStore
  readonly api: ServiceApi
  readonly now: Clock
  readonly warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
  /** Work in organisations' namespaces; none if absent. */
  readonly organizations?: (connection: NativeConnection) => Omit<NamespaceWorkersInput, 'connection'>
}): Promise<AggregationWorker> {
  const { store, reconciliation, api, now } = input
  const connection = await NativeConnection.connect(connectionOptions(input.temporal))
  const provision = createProvision(connection, store, input.warn)
  try {
    await provision()
    const worker = await Worker.create({
      connection,
      namespace: aggregationNamespace,
      taskQueue: aggregationTaskQueue,
      workflowBundle: { codePath: input.workflowBundlePath },
      activities: createActivities({
        store,
        reconciliation,
        visibility: createRunVisibility(connection),
        api,
        now,
        provision,
      }),
      shutdownGraceTime: '2s',
      // An activity may wait two minutes for the service to answer.
      shutdownForceTime: '5s',
      maxConcurrentActivityTaskExecutions: 20,
    })
    const others = input.organizations && startNamespaceWorkers({ connection, ...input.organizations(connection) })
    let isStopping = false
    const ended = worker
      .run()
      .catch((error: unknown) => {
        // The library throws, after logging it, if an activity did not end in time; another worker takes it over.
        if (!isStopping) throw error
      })
      .finally(async () => {
        // Only after the last worker has ended.
        if ((await others?.stop()) !== false) await connection.close()
      })
    let giveUp = (): void => undefined
    const givenUp = new Promise<void>((resolve) => {
      giveUp = resolve
    })
    const running = Promise.race([ended, givenUp])
    const client = new Client({ connection, namespace: aggregationNamespace })
    return {
      pipelines: createPipelineRunner((work) => work(client)),
      aggregateDaily: (at) => keepDailyAggregation(client, at),
      state: () => worker.getState(),
      live: () => others?.live() ?? [],
      running,
      async stop() {
        isStopping = true
        if (worker.getState() === 'RUNNING') worker.shutdown()
        await settledWithin(stopMillisMax, Promise.all([others?.stop(), ended]))
        giveUp()
      },
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

const scheduleId = 'aggregate-scoreboard-schedule-daily'

const daySeconds = 86_400

/**
 * Creates or moves the schedule of the daily aggregation, at a time of UTC; `null` deletes it. It replaces no rows that
 * another program saved.
 */
async function keepDailyAggregation(
  client: Client,
  at: { readonly hour: number; readonly minute: number } | null,
): Promise<void> {
  const handle = client.schedule.getHandle(scheduleId)
  if (at === null) {
    await handle.delete().catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error
    })
    return
  }
  const described = {
    spec: { calendars: [at], timezone: 'UTC' },
    action: {
      type: 'startWorkflow' as const,
      workflowType: aggregationWorkflowType,
      workflowId: scheduledWorkflowId,
      taskQueue: aggregationTaskQueue,
      args: [{ trigger: 'schedule', spare_saved: true } satisfies AggregationInput],
      workflowExecutionTimeout: '15m' as const,
    },
    // After an outage of Temporal, catch up one missed run, not a year's worth.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '60s' as const, pauseOnFailure: false },
  }
  try {
    const memo = { kind: scheduleKind, every_seconds: daySeconds }
    await client.schedule.create({ scheduleId, ...described, memo })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await handle.update((known) => ({ ...described, state: known.state }))
  }
}
