import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, Connection } from '@temporalio/client'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { createReconciliationStore } from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import { type AggregationWorker, startAggregationWorker } from '@/lib/adapters/temporal/run-worker'
import { createScheduler } from '@/lib/adapters/temporal/scheduler'
import { createServiceApi, type ServiceApi } from '@/lib/adapters/temporal/service-api'
import { workerMemory } from '@/scripts/runtime-memory.mjs'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from './scoreboard'
import type { startService } from './service'
import { startTemporal, type TestTemporal } from './temporal'

/** Does not print failures that the test provokes. */
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR', () => undefined) })

const programs = new URL('../../dist/', import.meta.url)
export const workerProgram = fileURLToPath(new URL('worker.mjs', programs))
export const workflowBundlePath = fileURLToPath(new URL('workflows.js', programs))

/** Environment of a worker process: it runs workflows in threads, as `npm start` does (vitest.config.ts). */
export const workerEnvironment = (): NodeJS.ProcessEnv => {
  const { TEMPORAL_DEBUG: _, ...others } = process.env
  return others
}

/** A service with PocketBase, a Temporal server and a worker, all real and not shared. */
export interface AggregationWorld extends ScoreboardWorld {
  readonly temporal: Client
  readonly temporalServer: TestTemporal
  /** Intercepts a request of the worker: the test may answer instead of the service. */
  intercept: (path: string, send: () => ReturnType<ServiceApi['get']>) => ReturnType<ServiceApi['get']>
  startWorker(): Promise<AggregationWorker>
  worker: AggregationWorker | null
  /** Starts the worker as a process, as `npm start` does. Stopped with the world at the latest. */
  startWorkerProcess(): Promise<ChildProcess>
  /**
   * Starts an aggregation through the interface and waits for its end, after one in progress. Throws the workflow's
   * failure.
   */
  aggregate(): Promise<Awaited<ReturnType<typeof outcomeOf>>>
}

const temporalOptions = (address: string) => ({ address, tls: false })

const outcomeOf = (client: Client, workflowId: string, runId: string) =>
  client.workflow.getHandle(workflowId, runId, { followRuns: true }).result() as Promise<{
    message: string
    output: Record<string, unknown>
  }>

/**
 * Opens such a world. `working: false` leaves the worker to the test, because starting one costs a second of CPU time;
 * the other options go to the service.
 */
export async function openAggregationWorld({
  working = true,
  ...options
}: Pick<NonNullable<Parameters<typeof startService>[0]>, 'env' | 'compared' | 'pages'> & {
  readonly working?: boolean
} = {}): Promise<AggregationWorld> {
  const temporalServer = await startTemporal()
  const { address } = temporalServer
  const world = await openScoreboardWorld({ ...options, scheduler: createScheduler(temporalOptions(address)) })
  const connection = await Connection.connect({ address })
  const temporal = new Client({ connection })
  const api = createServiceApi(world.service.baseUrl, testAdminKey)
  const children: ChildProcess[] = []
  const extended: AggregationWorld = {
    ...world,
    temporal,
    temporalServer,
    worker: null,
    intercept: (_path, send) => send(),
    startWorker: () =>
      startAggregationWorker({
        temporal: temporalOptions(address),
        workflowBundlePath,
        store: createAggregationStore(world.client),
        reconciliation: createReconciliationStore(world.client),
        api: {
          get: (path, timeoutMillis) => extended.intercept(path, () => api.get(path, timeoutMillis)),
          post: (path, body, timeoutMillis, headers) =>
            extended.intercept(path, () => api.post(path, body, timeoutMillis, headers)),
          postText: (path, text, timeoutMillis) =>
            extended.intercept(path, () => api.postText(path, text, timeoutMillis)),
        },
        now: world.service.now,
        warn: () => undefined,
      }),
    async startWorkerProcess() {
      const child = spawn(process.execPath, [...workerMemory, workerProgram], {
        env: {
          ...workerEnvironment(),
          DATA_DIR: join(world.server.dataDir, '..'),
          ADMIN_API_KEY: testAdminKey,
          BASE_URL: world.service.baseUrl,
          POCKETBASE_URL: world.server.url,
          POCKETBASE_ADMIN_FILE: world.server.adminFile,
          TEMPORAL_ADDRESS: address,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      await untilPolling(child)
      return child
    },
    async aggregate() {
      const response = await world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST' })
      const { workflowId, workflowRunId, already_running } = await response.json()
      const outcome = outcomeOf(temporal, workflowId, workflowRunId)
      // Its rows become public before it ends. A test that starts the next one in between would join this one.
      if (!already_running) return outcome
      await outcome.catch(() => undefined)
      return extended.aggregate()
    },
    async close() {
      await extended.worker?.stop()
      for (const child of children) child.kill('SIGKILL')
      await connection.close()
      await world.close()
      await temporalServer.remove()
    },
  }
  if (working) extended.worker = await extended.startWorker()
  return extended
}

/** Waits until a worker process polls. Throws when the process exits before. */
export const untilPolling = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => void (String(chunk).includes('worker is polling') && resolve()))
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)))
  })
