import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPocketBaseClient, type PocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { createPipelineRunner } from '@/lib/adapters/temporal/pipeline/pipeline-runner'
import { createServiceApi, type ServiceAnswer, type ServiceApi } from '@/lib/adapters/temporal/service-api'
import { pipelineTaskQueue, pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import { openPipelineActivities } from '@/lib/server/wiring/pipeline-worker'
import { eventually } from '@/lib/testing/eventually'
import { issuanceStep, openPipelineRuns, type PipelineRuns } from '@/lib/testing/pipeline-runs'
import { openPipelineWorld, type PipelineWorker, type PipelineWorld } from '@/lib/testing/pipeline-world'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { thorough } from '@/scripts/thorough.mjs'

/** By day until every run that cannot go on has given up; by night at least as long as the rule says. */
const outageMillis = thorough ? 120_000 : 0
/** A worker waits half of it for PocketBase to come back, in each attempt. */
const storeMillis = thorough ? 120_000 : 1000
const timeout = 180_000 + outageMillis

let world: PipelineWorld
let runs: PipelineRuns
let client: PocketBaseClient | null = null
let worker: PipelineWorker | null = null
beforeAll(async () => {
  world = await openPipelineWorld({ working: false })
  runs = await openPipelineRuns(world)
})
afterEach(async () => {
  await worker?.stop()
  worker = null
  client?.close()
})
afterAll(() => world.close())

/** By day nobody waits as long as the service says. */
function impatient(api: ServiceApi): ServiceApi {
  if (thorough) return api
  const soon = async (answering: Promise<ServiceAnswer>): Promise<ServiceAnswer> => {
    const { status, body } = await answering
    return { status, body }
  }
  return {
    get: (...asked) => soon(api.get(...asked)),
    post: (...asked) => soon(api.post(...asked)),
    postText: (...asked) => soon(api.postText(...asked)),
  }
}

/** Starts a run without the ledger, as a schedule does. */
const startUnseen = (id: string) =>
  world.runs.workflow.start(pipelineWorkflowType, {
    workflowId: `pipeline-${id}-unseen`,
    taskQueue: pipelineTaskQueue,
    workflowExecutionTimeout: '1h',
    args: [{ pipeline_id: id, trigger: 'manual' }],
  })
const byQr = { runner: 'real_wallet_qr', wait_seconds: 600 }

describe('PocketBase away for a while', { timeout }, () => {
  it('leaves every rate as it was', async () => {
    // The wallet of one run, and the closing of another, are halted until the outage has begun.
    let isAway = false
    let driving = 0
    const closing = new Set<string>()
    const { cancelRun, service } = world
    const { baseUrl, now } = service
    client = createPocketBaseClient({
      ...{ url: world.server.url, credentials: { adminFile: world.server.adminFile }, timeoutMillis: storeMillis },
    })
    const adminKey = testAdminKey
    const api = impatient(createServiceApi(baseUrl, adminKey))
    const activities = openPipelineActivities({ client, baseUrl, serviceUrl: baseUrl, adminKey, api, now, cancelRun })
    const untilAway = () => eventually(async () => isAway)
    worker = await world.startPipelineWorker({
      ...activities,
      async driveWallet(input) {
        driving++
        await untilAway()
        return activities.driveWallet(input)
      },
      async closeExecution(input) {
        closing.add(input.input.pipeline_id)
        await untilAway()
        await activities.closeExecution(input)
      },
    })
    const [watched, driven, ending, unseen] = await Promise.all([
      runs.pipeline(byQr),
      runs.pipeline(),
      runs.pipeline(byQr),
      runs.pipeline(),
    ])
    const run = await runs.start(watched)
    const { deeplink } = await runs.untilWaiting(run.at, 'wallet')
    const atClosing = await runs.start(ending)
    await runAtIssuer({ deeplink: (await runs.untilWaiting(atClosing.at, 'wallet')).deeplink })
    const amid = await runs.start(driven)
    await eventually(async () => driving === 1 && closing.size === 1)

    await world.server.end('SIGKILL')
    isAway = true
    const opening = await startUnseen(unseen)
    const since = Date.now()
    await eventually(async () => closing.size === 3 && Date.now() - since >= outageMillis, 120_000 + outageMillis)
    await world.server.start()

    expect((await runAtIssuer({ deeplink })).outcome).toBe('credential_stored')
    const ends = new Map<string, { status: string; infra: boolean }>()
    for (const [id, { handle }] of Object.entries({ [watched]: run, [ending]: atClosing, [driven]: amid })) {
      await handle.result().catch(() => undefined)
      const rows = await runs.ledger(handle.workflowId)
      expect(rows).toHaveLength(1)
      ends.set(id, { status: rows[0]?.status, infra: rows[0]?.infra })
    }
    await opening.result().catch(() => undefined)
    // Who waits sits the outage out, and what has ended is written once PocketBase is back.
    expect(ends.get(watched)).toEqual({ status: 'completed', infra: false })
    expect(ends.get(ending)).toEqual({ status: 'completed', infra: false })
    expect(ends.get(driven)).toEqual({ status: 'canceled', infra: true })
    expect((await opening.describe()).status.name).toBe('CANCELLED')
    expect((await runs.ledger(opening.workflowId)).map(({ status, infra }) => [status, infra])).toEqual([
      ['canceled', true],
    ])
    const counted = { total_runs: 1, total_successes: 1, success_rate: 100 }
    expect(await runs.statisticsOf(watched)).toMatchObject(counted)
    expect(await runs.statisticsOf(ending)).toMatchObject(counted)
    expect(await runs.statisticsOf(driven)).toBeNull()
    expect(await runs.statisticsOf(unseen)).toBeNull()
  })
})

describe('a schedule that is shorter than its run', { timeout }, () => {
  it('skips runs, and catches up one at most after an outage of Temporal', async () => {
    const id = await runs.pipeline({ steps: [issuanceStep] })
    const { connection } = world.temporal
    const { schedule } = createPipelineRunner((work) => work(world.temporal))
    // The interface allows 900 s at least; nobody serves the namespace, so the first run never ends.
    await schedule(
      {
        ...{
          namespace: world.whereabouts.namespace,
          pipelinePath: 'wallet-capture/x',
          runners: [],
          timeoutSeconds: 600,
        },
        ...{ input: { pipeline_id: id, trigger: 'scheduled' }, memo: { pipeline: id } },
      },
      { every_seconds: 1, daily_at: null, paused: false },
    )
    const handle = world.runs.schedule.getHandle(`pipeline-${id}`)
    const info = async () => (await handle.describe()).info
    await eventually(async () => (await info()).numActionsSkippedOverlap > 1)
    expect((await info()).numActionsTaken).toBe(1)
    const [running] = (await info()).runningActions
    expect(running).toBeDefined()
    if (running !== undefined) await world.runs.workflow.getHandle(running.workflow.workflowId).terminate()
    await world.temporalServer.end('SIGKILL')
    // Three or four runs would have been due meanwhile.
    await delay(3500)
    await world.temporalServer.start()
    await connection.ensureConnected()
    const before = await eventually(() => info().catch(() => null))
    await eventually(async () => (await info()).numActionsSkippedOverlap > before.numActionsSkippedOverlap)
    expect((await info()).numActionsTaken).toBeLessThanOrEqual(2)
    await handle.delete()
  })
})
