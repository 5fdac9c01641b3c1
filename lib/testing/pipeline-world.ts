import { fileURLToPath } from 'node:url'
import { Client } from '@temporalio/client'
import { NativeConnection, Worker } from '@temporalio/worker'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { heartbeatThrottle } from '@/lib/adapters/temporal/namespace-workers'
import type { PipelineActivities } from '@/lib/adapters/temporal/pipeline/activities'
import type { PipelineDeps } from '@/lib/adapters/temporal/pipeline/pipeline-deps'
import { createProvision } from '@/lib/adapters/temporal/provision'
import { createServiceApi } from '@/lib/adapters/temporal/service-api'
import { pipelineTaskQueue } from '@/lib/core/scoreboard/pipelines/run-types'
import { openPipelineActivities } from '@/lib/server/wiring/pipeline-worker'
import { type AggregationWorld, openAggregationWorld } from './aggregation-world'
import type { HaltingWorkerSettings } from './halting-worker'
import { testAdminKey } from './scoreboard'

const workflowBundlePath = fileURLToPath(new URL('../../dist/pipeline-workflow.js', import.meta.url))

const pipelineNamespace = 'wallet-capture'

/** A pipeline worker in this process. It ends like a killed one: unfinished work stays unfinished. */
export interface PipelineWorker {
  stop(): Promise<void>
}

/** A service with its built-in records, a Temporal server, and pipeline workers on demand. */
export interface PipelineWorld extends AggregationWorld {
  /** Client of the built-in organisation's namespace. */
  readonly runs: Client
  /** Starts a worker on the pipelines' queue, or another one. */
  startPipelineWorker(changed?: Partial<PipelineActivities>, queue?: string): Promise<PipelineWorker>
  /** What a worker in another process needs to know. */
  readonly whereabouts: Omit<HaltingWorkerSettings, 'queue' | 'halt'>
  /** Asks Temporal to cancel a run. */
  readonly cancelRun: PipelineDeps['cancelRun']
}

/** Opens such a world, without a pipeline worker. */
export async function openPipelineWorld(
  options: Parameters<typeof openAggregationWorld>[0] = {},
): Promise<PipelineWorld> {
  const world = await openAggregationWorld(options)
  await world.service.container.seed()
  const { address } = world.temporalServer
  const connection = await NativeConnection.connect({ address })
  await createProvision(connection, createAggregationStore(world.client), () => undefined)()
  const cancelRun: PipelineDeps['cancelRun'] = async ({ namespace, workflowId, runId }) =>
    void (await connection.workflowService.requestCancelWorkflowExecution({
      namespace,
      workflowExecution: { workflowId, runId },
    }))
  const { client, service, server } = world
  const { baseUrl, now } = service
  const adminKey = testAdminKey
  const api = createServiceApi(baseUrl, adminKey)
  const activities = openPipelineActivities({ client, baseUrl, serviceUrl: baseUrl, adminKey, api, now, cancelRun })
  const workers: PipelineWorker[] = []
  return {
    ...world,
    cancelRun,
    whereabouts: {
      ...{ address, namespace: pipelineNamespace, workflowBundlePath, baseUrl, adminKey },
      ...{ pocketBaseUrl: server.url, adminFile: server.adminFile },
    },
    runs: new Client({ connection: world.temporal.connection, namespace: pipelineNamespace }),
    async startPipelineWorker(changed = {}, queue = pipelineTaskQueue) {
      const own = await NativeConnection.connect({ address })
      const worker = await Worker.create({
        connection: own,
        namespace: pipelineNamespace,
        taskQueue: queue,
        workflowBundle: { codePath: workflowBundlePath },
        activities: { ...activities, ...changed },
        shutdownForceTime: '100ms',
        maxHeartbeatThrottleInterval: heartbeatThrottle,
      })
      const running = worker.run().catch(() => undefined)
      const started = {
        async stop() {
          if (worker.getState() === 'RUNNING') worker.shutdown()
          await running
        },
      }
      workers.push(started)
      return started
    },
    async close() {
      for (const worker of workers) await worker.stop()
      await connection.close()
      await world.close()
    },
  }
}
