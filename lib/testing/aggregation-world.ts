import { fileURLToPath } from 'node:url'
import { Client, Connection } from '@temporalio/client'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { createAggregationStore } from '@/lib/adapters/pocketbase/aggregation-store'
import { type AggregationWorker, startAggregationWorker } from '@/lib/adapters/temporal/run-worker'
import { createScheduler } from '@/lib/adapters/temporal/scheduler'
import { createServiceApi, type ServiceApi } from '@/lib/adapters/temporal/service-api'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from './scoreboard'

/** What goes wrong on purpose is not printed. */
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR', () => undefined) })

export const workflowBundlePath = fileURLToPath(new URL('../../dist/workflows.js', import.meta.url))

/** A service with PocketBase, a Temporal and a worker, all real. */
export interface AggregationWorld extends ScoreboardWorld {
  readonly temporal: Client
  /** What happens to a request of the worker: the test may answer in the service's stead. */
  intercept: (path: string, send: () => ReturnType<ServiceApi['get']>) => ReturnType<ServiceApi['get']>
  startWorker(): Promise<AggregationWorker>
  worker: AggregationWorker | null
  /** Starts an aggregation by the interface and waits for its end. Throws what the workflow failed with. */
  aggregate(): Promise<Awaited<ReturnType<typeof outcomeOf>>>
}

const temporalOptions = (address: string) => ({ address, tls: false })

const outcomeOf = (client: Client, workflowId: string, runId: string) =>
  client.workflow.getHandle(workflowId, runId, { followRuns: true }).result() as Promise<{
    message: string
    output: Record<string, unknown>
  }>

/** Opens such a world over the Temporal at `address`. */
export async function openAggregationWorld(address: string): Promise<AggregationWorld> {
  const world = await openScoreboardWorld({ scheduler: createScheduler(temporalOptions(address)) })
  const connection = await Connection.connect({ address })
  const temporal = new Client({ connection })
  const api = createServiceApi(world.service.baseUrl, testAdminKey)
  const extended: AggregationWorld = {
    ...world,
    temporal,
    worker: null,
    intercept: (_path, send) => send(),
    startWorker: () =>
      startAggregationWorker({
        temporal: temporalOptions(address),
        workflowBundlePath,
        store: createAggregationStore(world.client),
        api: {
          get: (path, timeoutMillis) => extended.intercept(path, () => api.get(path, timeoutMillis)),
          post: (path, body, timeoutMillis) => extended.intercept(path, () => api.post(path, body, timeoutMillis)),
        },
        now: world.service.now,
      }),
    async aggregate() {
      const response = await world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST' })
      const { workflowId, workflowRunId } = await response.json()
      return outcomeOf(temporal, workflowId, workflowRunId)
    },
    async close() {
      await extended.worker?.stop()
      await connection.close()
      await world.close()
    },
  }
  extended.worker = await extended.startWorker()
  return extended
}
