import { resolve } from 'node:path'
import next from 'next'
import type { MadeIn } from '@/lib/core/shared/ports/made-in'
import { createHttpServer } from '../http/http'
import { withPackedFiles } from '../http/packed-files'
import { openRootPage } from '../http/root-page'
import { withRevisions } from '../http/with-revisions'
import { createMetricsServer, metricsHost } from '../metrics/metrics-port'
import { startRetention } from '../record/retention'
import { collectAtRest } from '../warm/collect-at-rest'
import { fillLedger } from '../warm/fill-ledger'
import { readCoverageAhead } from '../warm/read-coverage'
import { warmUp } from '../warm/warm-up'
import { createWhenIdle } from '../warm/when-idle'
import { keepTrustLists } from './keep-trust-lists'
import { openContainer, openWarmUpContainer } from './open-container'
import { redactStream } from './redact-stream'

/**
 * Starts the web process: storage first, then pages, then the socket, so that a first response means that sessions can
 * be created. Warming up follows while the server is idle.
 */
async function main(): Promise<void> {
  let madeIn: MadeIn = () => []
  // Next logs requests that it rejects, including headers.
  for (const stream of [process.stdout, process.stderr]) redactStream(stream, (text) => madeIn(text))
  const { container, settings } = await openContainer()
  madeIn = container.ports.madeIn
  const app = next({ dev: settings.dev, hostname: settings.host, port: settings.port })
  await app.prepare()
  const packed = withPackedFiles(app.getRequestHandler(), settings.dev ? null : resolve('.next/static'))
  const pages = withRevisions(packed, container)
  const server = createHttpServer({
    container,
    pages,
    trustProxy: settings.trustProxy ?? [],
    upgrades: settings.dev,
  })
  await container.seed().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown'
    container.log.warn({ error: reason }, 'the built-in records could not be created')
  })
  const whenIdle = createWhenIdle(server)
  const warmAll = async () => {
    await fillLedger(container)
    if (settings.dev) return
    await openWarmUpContainer(settings)
      .then((warmUpContainer) => warmUp({ container, warmUpContainer, pages, whenIdle }))
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : 'unknown'
        container.log.warn({ error: reason }, 'not every page was drawn in advance')
      })
    await readCoverageAhead(container, whenIdle)
  }
  const rootPage = openRootPage(container)
  const { metrics } = container
  const metricsServer =
    metrics === null
      ? null
      : createMetricsServer(metrics, (error) => container.log.warn({ error: String(error) }, 'no metrics'))
  const stopRetention = startRetention(container, settings.retentionDays)
  const stopCollecting = collectAtRest()
  const stopLists = keepTrustLists(container)
  const stop = () => {
    stopRetention()
    stopCollecting()
    stopLists()
    rootPage?.close()
    rootPage?.closeAllConnections()
    metricsServer?.close()
    metricsServer?.closeAllConnections()
    server.close(() => void container.close().finally(() => process.exit(0)))
    server.closeIdleConnections()
    // A client that keeps its connection busy must not keep the process alive.
    setTimeout(() => process.exit(0), 5000).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  server.listen(settings.port, settings.host, () => {
    container.log.info({ host: settings.host, port: settings.port }, 'listening')
    if (settings.warmUp) void warmAll()
  })
  const { rootPort, metricsPort } = settings
  if (metricsPort !== undefined) metricsServer?.listen(metricsPort, metricsHost)
  if (rootPort !== undefined) rootPage?.listen(rootPort, settings.host)
  for (const listener of [server, rootPage, metricsServer]) {
    listener?.once('error', (error) => {
      container.log.error({ error: error.message }, 'cannot listen')
      process.exit(1)
    })
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
