import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AggregationWorld, openAggregationWorld, workflowBundlePath } from '@/lib/testing/aggregation-world'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { startTemporal, type TestTemporal } from '@/lib/testing/temporal'

const namespaceCount = 120
let temporal: TestTemporal
let world: AggregationWorld
const children: ChildProcess[] = []

beforeAll(async () => {
  temporal = await startTemporal()
  world = await openAggregationWorld(temporal.address)
  await world.sql(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${namespaceCount})
    INSERT INTO organizations (id, name, canonified_name, namespace_state) SELECT printf('org%012d', i), 'org ' || i, 'org-' || i, 'ready' FROM n`)
  const pipelines = await Promise.all(['one', 'two'].map((name) => world.pipeline(name)))
  for (const { id } of pipelines)
    await world.sql(`INSERT INTO pipeline_results (owner, namespace, pipeline, workflow_id, run_id, status, type, started_at, closed_at, duration_ms, runner_ids, runner_types)
      SELECT id, canonified_name, '${id}', 'w-' || canonified_name || '${id}', 'r', 'completed', 'manual', '2026-11-20T10:00:00.000000000Z',
        '2026-11-20T10:00:05.000000000Z', 5000, '[]', '[]' FROM organizations WHERE canonified_name LIKE 'org-%'`)
  await world.worker?.stop()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await world.close()
  await temporal.remove()
})

/** The worker process as `npm start` runs it. */
async function startWorkerProcess(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../../../dist/worker.mjs', import.meta.url))
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATA_DIR: join(world.server.dataDir, '..'),
      ADMIN_API_KEY: testAdminKey,
      BASE_URL: world.service.baseUrl,
      POCKETBASE_URL: world.server.url,
      POCKETBASE_ADMIN_FILE: world.server.adminFile,
      TEMPORAL_ADDRESS: temporal.address,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => void (String(chunk).includes('worker is polling') && resolve()))
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)))
  })
  return child
}
const kill = async (child: ChildProcess) => {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 20))
}
const start = async () => {
  const response = await world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST' })
  return (await response.json()).workflowRunId as string
}
/** How many namespaces an aggregation has asked so far. */
const fetched = (seq: number) => world.count(`SELECT count(*) AS n FROM scoreboard_namespaces WHERE seq >= ${seq}`)
const seqOf = async (id: string): Promise<number> =>
  (await world.client.sdk.collection('scoreboard_aggregations').getOne(id)).seq
const committed = async () =>
  (await world.client.sdk.collection('scoreboard_aggregations').getFullList({ filter: "state = 'committed'" })).length

const expectWhole = async (runId: string, before: number) => {
  const { output } = await world.temporal.workflow.getHandle('aggregate-scoreboard', runId).result()
  expect(output).toMatchObject({ namespaces_failed: 0, records_count: 2 })
  expect(await committed()).toBe(before + 1)
  expect(await world.rows()).toMatchObject([
    { total_runs: namespaceCount, namespaces_count: namespaceCount, aggregation: runId },
    { total_runs: namespaceCount, namespaces_count: namespaceCount, aggregation: runId },
  ])
}

describe('an aggregation whose', () => {
  it('worker is killed while it asks namespaces is finished once by another one', async () => {
    const before = await committed()
    const worker = await startWorkerProcess()
    const runId = await start()
    await until(async () => (await fetched(await seqOf(runId))) > 10)
    await kill(worker)
    const next = await startWorkerProcess()
    await expectWhole(runId, before)
    await kill(next)
  })

  it('worker is killed while it saves is finished once by another one', async () => {
    const before = await committed()
    const worker = await startWorkerProcess()
    await world.sql(
      // Holds the commit for a moment, so that there is a middle to be killed in.
      'CREATE TRIGGER slow BEFORE UPDATE ON scoreboard_state BEGIN SELECT max(i) FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT i FROM n); END',
    )
    const runId = await start()
    await until(
      async () => (await world.client.sdk.collection('scoreboard_aggregations').getOne(runId)).state !== 'open',
    )
    await kill(worker)
    await world.sql('DROP TRIGGER slow')
    const next = await startWorkerProcess()
    await expectWhole(runId, before)
    await kill(next)
  })

  it('Temporal is killed on the way is finished once when it is back', async () => {
    const before = await committed()
    const worker = await startWorkerProcess()
    const runId = await start()
    await until(async () => (await fetched(await seqOf(runId))) > 10)
    await temporal.end('SIGKILL')
    expect((await world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST' })).status).toBe(503)
    await temporal.start()
    await expectWhole(runId, before)
    await kill(worker)
  })

  it('work two workers share is done once', async () => {
    const workers = await Promise.all([startWorkerProcess(), startWorkerProcess()])
    const identities = new Set<string>()
    // Who gets which task is Temporal's choice: sooner or later each has had one.
    while (identities.size < 2) {
      const before = await committed()
      const runId = await start()
      await expectWhole(runId, before)
      const { events } = await world.temporal.workflow.getHandle('aggregate-scoreboard', runId).fetchHistory()
      for (const { activityTaskStartedEventAttributes: started } of events ?? [])
        if (started?.identity) identities.add(started.identity)
    }
    for (const worker of workers) await kill(worker)
  })

  it('history is replayed by the workflow code of today', async () => {
    for await (const { workflowId, runId } of world.temporal.workflow.list()) {
      const history = await world.temporal.workflow.getHandle(workflowId, runId).fetchHistory()
      await Worker.runReplayHistory({ workflowBundle: { codePath: workflowBundlePath } }, history)
    }
  })

  it('namespaces are a thousand stays small in history and payloads', async () => {
    await world.sql(`WITH RECURSIVE n(i) AS (SELECT ${namespaceCount} UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO organizations (id, name, canonified_name, namespace_state) SELECT printf('org%012d', i), 'org ' || i, 'org-' || i, 'ready' FROM n`)
    world.worker = await world.startWorker()
    const started = performance.now()
    const runId = await start()
    const handle = world.temporal.workflow.getHandle('aggregate-scoreboard', runId)
    expect((await handle.result()).output).toMatchObject({ namespaces_processed: 1001, namespaces_failed: 0 })
    const { events } = await handle.fetchHistory()
    expect(events?.length).toBeLessThan(400)
    for (const event of events ?? []) expect(JSON.stringify(event).length).toBeLessThan(64 * 1024)
    console.info(`1 001 namespaces: ${Math.round(performance.now() - started)} ms, ${events?.length} events`)
  })
})
