import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { filterOf } from '@/lib/core/shared/ports/filter'
import type { Settings } from '@/lib/server/basics/env'
import { openCustomChecks } from '@/lib/server/pipelines/custom-checks'
import type { ReadPlace } from '@/lib/server/pipelines/secret-probe'
import { createWalletDriver } from '@/lib/server/pipelines/wallet-driver'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { DemoStop, TooManyRequests } from './demo-stop'
import { executePipeline, type Pipeline, type RunParts, zPipeline } from './execute-pipeline'
import { createServiceClient, type ServiceClient } from './service-client'

const waitMillisMax = 60_000
/** A long poll for a campaign's next session takes half a minute. */
const walletTimeoutMillis = 60_000
const zPipelines = z.object({ items: z.array(zPipeline) })
const zStarted = z.object({ workflowRunId: z.string(), already_running: z.boolean() })
const zState = z.object({ items: z.array(z.object({ committed_aggregation: z.string(), rows_count: z.number() })) })

/**
 * Runs every built-in pipeline of the running service with the reference wallet, writes the results to the ledger, and
 * starts an aggregation. Pipelines that the service has no room for are skipped and not recorded, because that is no
 * failure of the wallet. Throws DemoStop if one was skipped, no service is running, or it rejects our credentials.
 */
export async function runDemo({
  settings,
  say,
  wait,
}: {
  readonly settings: Pick<Settings, 'baseUrl' | 'dataDir' | 'adminApiKey' | 'operatorToken'>
  readonly say: (line: string) => void
  /** How to wait if the service asks for it. */
  readonly wait?: (millis: number) => Promise<unknown>
}): Promise<void> {
  const { baseUrl, operatorToken } = settings
  const key = adminKey(settings)
  const client = createServiceClient({
    ...{ baseUrl, adminKey: key, operatorToken: operatorToken ?? null, say },
    ...(wait === undefined ? {} : { wait }),
  })
  await requireService(client)
  await requireOperator(client)
  const filter = filterOf(['owner.canonified_name', '=', { word: 'wallet-capture' }])
  const query = new URLSearchParams({ filter, sort: 'path' })
  const found = zPipelines.safeParse(await client.get(`/api/collections/pipelines/records?${query}`))
  if (!found.success) throw new DemoStop(`The scoreboard of ${baseUrl} cannot be read: its storage may be down.`)
  const { items } = found.data
  if (items.length === 0) throw new DemoStop('This installation no longer has built-in pipelines.')
  const http = createNodeClient({ timeoutMillis: walletTimeoutMillis })
  const wallet = createWalletDriver({ baseUrl, adminKey: key, http })
  const authorization = operatorToken === undefined ? {} : { authorization: `Bearer ${operatorToken}` }
  const read: ReadPlace = async (path) => {
    const response = await fetch(baseUrl + path, { headers: authorization })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const parts = { client, wallet, customChecks: openCustomChecks({ memoryOf: wallet.memoryOf, read }) }
  let notRun = 0
  for (const pipeline of items) {
    const line = await execute(parts, pipeline).catch((error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error
      notRun += 1
      return `${pipeline.name}: not run, ${error.message}`
    })
    say(line)
  }
  if (notRun < items.length) await aggregate(client, say)
  if (notRun > 0)
    throw new DemoStop(
      `${notRun} of ${items.length} pipelines were not run, and nothing was recorded of them: the service had no room for them.`,
    )
}

/** Runs one pipeline and returns the line to print. */
async function execute(parts: RunParts, pipeline: Pipeline): Promise<string> {
  const execution = await executePipeline(parts, pipeline, randomUUID())
  if (execution === null) return `${pipeline.name}: not run, for its definition is not right`
  const { status } = await parts.client.post('/api/pipeline/executions', execution.record)
  if (status !== 201) throw new DemoStop(`The ledger responded with ${status}: is this the admin key of that service?`)
  const seconds = (execution.millis / 1000).toFixed(1)
  return `${pipeline.name}: ${execution.record.status} in ${seconds} s${execution.reason === '' ? '' : ` (${execution.reason})`}`
}

async function aggregate(client: ServiceClient, say: (line: string) => void): Promise<void> {
  const deadline = Date.now() + waitMillisMax
  const left = () => Date.now() < deadline
  let started = await startAggregation(client)
  // An aggregation that was already running may have read before the executions were written: start another one.
  while (started?.already_running && left()) {
    await pause()
    started = await startAggregation(client)
  }
  if (started === null) {
    say(
      'The executions are in the ledger. Temporal is unavailable, so the scoreboard shows them after a later aggregation.',
    )
    return
  }
  while (left()) {
    const [state] = zState.parse(await client.get('/api/collections/scoreboard_state/records')).items
    if (state?.committed_aggregation === started.workflowRunId) {
      say(`The scoreboard shows ${state.rows_count} pipelines.`)
      return
    }
    await pause()
  }
  say('The aggregation has started and is still running.')
}

/** `null` if Temporal is unavailable. */
async function startAggregation(client: ServiceClient) {
  const { status, body } = await client.post('/api/pipeline/scoreboard/aggregate/start', {})
  return status === 503 ? null : zStarted.parse(body)
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200))

async function requireService(client: ServiceClient): Promise<void> {
  const health = await client.get('/healthz').catch(() => null)
  if (z.object({ status: z.literal('ok') }).safeParse(health).success) return
  throw new DemoStop(
    `No Wallet Capture responds at ${client.baseUrl}: start it with npm start, and run this command with the same PORT, BASE_URL and DATA_DIR.`,
  )
}

/** The demo reads evidence back, which a protected service only shows to its operator. */
async function requireOperator(client: ServiceClient): Promise<void> {
  const answer = z.object({ error: z.string() }).safeParse(await client.get(`/sessions/${randomUUID()}`))
  if (answer.data?.error === 'session_not_found') return
  throw new DemoStop(
    `The Wallet Capture at ${client.baseUrl} requires an operator token: run this command with the same OPERATOR_TOKEN.`,
  )
}

function adminKey({ adminApiKey, dataDir }: Pick<Settings, 'adminApiKey' | 'dataDir'>): string {
  if (adminApiKey !== undefined) return adminApiKey
  const file = join(dataDir, 'admin-api-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new DemoStop(
      `No Wallet Capture has been started with this DATA_DIR (${dataDir} has no admin key): start it with npm start first.`,
    )
  }
}
