import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { sha256 } from '@/lib/adapters/crypto/ports'
import { createPocketBaseClient, type PocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { createPipelineStore } from '@/lib/adapters/pocketbase/scoreboard/pipeline-store'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import {
  createBuiltInSettings,
  createReconciliationStore,
  createWorkerDemand,
} from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import { settledWithin } from '@/lib/adapters/temporal/connection'
import { type AggregationWorker, startAggregationWorker } from '@/lib/adapters/temporal/run-worker'
import { createServiceApi, createServiceCall } from '@/lib/adapters/temporal/service-api'
import { firstStart } from '@/lib/core/scoreboard/pipelines/first-start'
import { pipelineTaskQueue } from '@/lib/core/scoreboard/pipelines/run-types'
import { restoreSchedules } from '@/lib/core/scoreboard/pipelines/schedules'
import { withWorkers } from '@/lib/core/scoreboard/worker-demand'
import type { Clock } from '@/lib/core/shared/ports/ports'
import { epochMillis } from '@/lib/core/shared/time/time'
import { readEnvironment, type Settings } from '../basics/env'
import { createLog, type Log } from '../basics/log'
import { openAdminKeys } from '../guard/admin-key'
import { createMetricsServer, metricsHost } from '../metrics/metrics-port'
import { createWorkerMetrics } from '../metrics/worker-metrics'
import { pipelineCatalogue } from '../pipelines/catalogue'
import { openPipelineActivities } from './pipeline-worker'
import { requireKnownKey } from './require-known-key'
import { factsOf, sdkEntry } from './sdk-entry'
import { pocketBaseCredentials } from './store-credentials'
import { temporalSettings } from './temporal-settings'

const storeTimeoutMillis = 120_000
/** How long the service may take to start a run. */
const callTimeoutMillis = 30_000
/** How long the end of the process waits for what begins with it, in milliseconds: a call may be under way. */
const begunMillisMax = 1_000
/** How long it may take to say whether it knows the key. */
const keyTimeoutMillis = 5_000

/** The worker process: runs AggregateScoreboardWorkflow and the pipelines of organisations until it is stopped. */
async function main(): Promise<void> {
  const settings = readEnvironment(process.env)
  const temporal = temporalSettings(settings)
  if (settings.pocketbaseUrl === undefined || temporal === null)
    throw new Error('POCKETBASE_URL and TEMPORAL_ADDRESS must be set: npm start sets them, npm run worker needs them.')
  const [adminKey] = openAdminKeys(settings)
  if (adminKey === undefined)
    throw new Error('There is no admin key: neither ADMIN_API_KEY nor a readable file has one.')
  const log = createLog({ level: settings.logLevel, format: settings.logFormat ?? 'json' })
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', (entry) => {
      const { level, facts, message } = sdkEntry(entry)
      log[level](facts, message)
    }),
  })
  const credentials = pocketBaseCredentials(settings)
  const client = createPocketBaseClient({ url: settings.pocketbaseUrl, credentials, timeoutMillis: storeTimeoutMillis })
  const serviceUrl = settings.serviceUrl ?? settings.baseUrl
  await requireKnownKey(createServiceCall(serviceUrl, adminKey, keyTimeoutMillis), serviceUrl)
  const api = createServiceApi(serviceUrl, adminKey)
  const now = () => epochMillis(Date.now())
  const bundle = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))
  const worker = await startAggregationWorker({
    temporal,
    workflowBundlePath: bundle('workflows.js'),
    store: createAggregationStore(client),
    reconciliation: createReconciliationStore(client),
    api,
    now,
    warn: (message, facts) => log.warn(facts, message),
    organizations: (connection) => ({
      workerId: randomUUID(),
      demand: createWorkerDemand(client),
      namespaces: () => createScoreboardStore(client).readyNamespaces(),
      work: [
        {
          queue: pipelineTaskQueue,
          workflowBundlePath: bundle('pipeline-workflow.js'),
          activities: openPipelineActivities({
            client,
            baseUrl: settings.baseUrl,
            serviceUrl,
            adminKey,
            api,
            now,
            cancelRun: async ({ namespace, workflowId, runId }) =>
              void (await connection.workflowService.requestCancelWorkflowExecution({
                namespace,
                workflowExecution: { workflowId, runId },
              })),
          }),
          walletActivities: ['driveWallet'],
        },
      ],
      maxLive: settings.maxLiveNamespaces,
      walletRuns: settings.walletRuns,
      warn: (message, error) => log.warn(factsOf({ error }), message),
    }),
  })
  const closeMetrics = await openMetrics(settings.metricsPort, log, worker)
  const stop = () => void worker.stop()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // The supervisor waits for this line.
  process.stdout.write('worker is polling\n')
  const ending = new AbortController()
  const begun = beginPipelines({ settings, client, worker, serviceUrl, adminKey, now, log, signal: ending.signal })
  await worker.running
  ending.abort()
  await settledWithin(begunMillisMax, begun)
  closeMetrics()
  client.close()
}

/** What falls due once a worker polls: schedules that Temporal lost, and the built-in pipelines. Never throws. */
async function beginPipelines({
  settings,
  client,
  worker,
  serviceUrl,
  adminKey,
  now,
  log,
  signal,
}: {
  readonly settings: Settings
  readonly client: PocketBaseClient
  readonly worker: Pick<AggregationWorker, 'pipelines' | 'aggregateDaily'>
  readonly serviceUrl: string
  readonly adminKey: string
  readonly now: Clock
  readonly log: Log
  readonly signal: AbortSignal
}): Promise<void> {
  const pipelines = createPipelineStore(client)
  const warn = (message: string, facts: Readonly<Record<string, unknown>>) => log.warn(facts, message)
  const unlessEnding = (message: string) => (error: unknown) => {
    if (!signal.aborted) warn(message, factsOf({ error }))
  }
  const restored = restoreSchedules({
    store: createScoreboardStore(client),
    pipelines,
    runner: withWorkers(worker.pipelines, createWorkerDemand(client), now),
    catalogue: pipelineCatalogue,
    sha256,
    uuid: randomUUID,
    now,
  })
  await restored.catch(unlessEnding('The schedules of pipelines could not be looked after.'))
  // Others than the worker of npm start may have been told something else.
  if (settings.serviceUrl === undefined) return
  const begun = firstStart(settings.builtInPipelines, {
    settings: createBuiltInSettings(client),
    call: createServiceCall(serviceUrl, adminKey, callTimeoutMillis),
    schedules: () => pipelines.schedules(),
    aggregateDaily: worker.aggregateDaily,
    wait: (millis) => delay(millis, undefined, { signal }),
    random: Math.random,
    warn,
    tell: (message) => log.info(message),
  })
  await begun.catch(unlessEnding('The built-in pipelines could not be run.'))
}

/** Serves the figures of this process on the port after that of the web server. Another worker on the machine may have it. */
async function openMetrics(
  webPort: number | undefined,
  log: Log,
  worker: Pick<AggregationWorker, 'live'>,
): Promise<() => void> {
  if (webPort === undefined) return () => undefined
  const metrics = await createWorkerMetrics(() => worker.live().length)
  const server = createMetricsServer(metrics, (error) => log.warn({ error: String(error) }, 'no metrics'))
  server.on('error', (error) =>
    log.warn({ error: error.message }, 'the port after METRICS_PORT: metrics are not served'),
  )
  server.listen(webPort + 1, metricsHost)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
