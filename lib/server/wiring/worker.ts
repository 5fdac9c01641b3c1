import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { DefaultLogger, type LogMetadata, Runtime } from '@temporalio/worker'
import { createPocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { createReconciliationStore } from '@/lib/adapters/pocketbase/scoreboard/reconciliation-store'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import { createWorkerDemand } from '@/lib/adapters/pocketbase/scoreboard/worker-demand'
import { type AggregationWorker, startAggregationWorker } from '@/lib/adapters/temporal/run-worker'
import { createServiceApi } from '@/lib/adapters/temporal/service-api'
import { epochMillis } from '@/lib/core/ground/time/time'
import { pipelineTaskQueue } from '@/lib/core/scoreboard/pipeline-workflow'
import { openAdminKeys } from '../guard/admin-key'
import { createMetrics } from '../metrics/metrics'
import { createMetricsServer, metricsHost } from '../metrics/metrics-port'
import { readEnvironment } from './env'
import { createLog, type Log } from './log'
import { openPipelineActivities } from './pipeline-worker'
import { pocketBaseCredentials } from './store-credentials'
import { temporalSettings } from './temporal-settings'

const storeTimeoutMillis = 120_000

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
    logger: new DefaultLogger('WARN', ({ level, message, meta }) =>
      log[level === 'ERROR' ? 'error' : 'warn'](factsOf(meta), message),
    ),
  })
  const credentials = pocketBaseCredentials(settings)
  const client = createPocketBaseClient({ url: settings.pocketbaseUrl, credentials, timeoutMillis: storeTimeoutMillis })
  const serviceUrl = settings.serviceUrl ?? settings.baseUrl
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
            // Where wallets find the service, as its links and metadata say.
            baseUrl: settings.baseUrl,
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
  await worker.running
  closeMetrics()
  client.close()
}

/** Serves the figures of this process on the port after that of the web server. Another worker on the machine may have it. */
async function openMetrics(
  webPort: number | undefined,
  log: Log,
  worker: Pick<AggregationWorker, 'live'>,
): Promise<() => void> {
  if (webPort === undefined) return () => undefined
  const metrics = await createMetrics('worker')
  metrics.measure(async () => ({ liveNamespaces: worker.live().length }))
  const server = createMetricsServer(metrics, (error) => log.warn({ error: String(error) }, 'no metrics'))
  server.on('error', (error) => log.warn({ error: error.message }, 'metrics are not served'))
  server.listen(webPort + 1, metricsHost)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** The part of an SDK log entry that shows where and why something failed: the first line of the error. */
function factsOf(meta: LogMetadata | undefined): Record<string, unknown> {
  const { activityType, workflowId, runId, error } = meta ?? {}
  const failure = error instanceof Error ? { error: `${error.name}: ${error.message.split('\n')[0]}` } : {}
  return { activityType, workflowId, runId, ...failure }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
