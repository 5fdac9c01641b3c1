import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { createWorkerDemand } from '@/lib/adapters/pocketbase/scoreboard/worker-demand'
import { provisionNamespaces } from '@/lib/adapters/temporal/provision'
import { pipelineTaskQueue, pipelineWorkflowId, pipelineWorkflowType } from '@/lib/core/scoreboard/pipeline-workflow'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { eventually } from '@/lib/testing/eventually'
import { keepFigures, machineFacts } from './keep-figures'

/**
 * Measures what pipelines of many organisations cost: the memory of a worker process with 40 live namespaces, and the first
 * aggregation over 100,000 executions of which the ledger lacks 50 and of which it lacks all. `sqlite3` writes them into the
 * database of Temporal's development server, because running them would take an hour.
 */
const namespaces = Number(process.env.BENCH_NAMESPACES ?? 40)
const executions = Number(process.env.BENCH_EXECUTIONS ?? 100_000)
const removed = 50
const bytesMax = 1.5e9

let world: AggregationWorld
const figures: Record<string, unknown> = { ...machineFacts(), namespaces, executions }
beforeAll(async () => {
  world = await openAggregationWorld()
  await world.worker?.stop()
})
afterAll(async () => {
  keepFigures('organisations.json', figures)
  await world.close()
})

const memoryOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

it('keeps a worker process within its memory at 40 live namespaces', async () => {
  const connection = await NativeConnection.connect({ address: world.temporalServer.address })
  const names = Array.from({ length: namespaces }, (_, index) => `live-${index}`)
  for (const name of names)
    await world.create('organizations', { name, canonified_name: name, namespace_state: 'pending' })
  await provisionNamespaces(connection, createAggregationStore(world.client))
  const child = await world.startWorkerProcess()
  const pid = child.pid ?? 0
  figures.bytes_without_namespaces = memoryOf(pid, 'VmRSS')
  const demand = createWorkerDemand(world.client)
  const startedAt = Date.now()
  for (const name of names) await demand.want({ namespace: name, source: 'run', dueAt: new Date().toISOString() })
  await eventually(async () => (await world.count('SELECT count(*) AS n FROM worker_wishes')) === 0, 300_000)
  figures.start_millis_each = Math.round((Date.now() - startedAt) / namespaces)
  figures.bytes_at_namespaces = memoryOf(pid, 'VmRSS')
  figures.bytes_at_most = memoryOf(pid, 'VmHWM')
  child.kill('SIGKILL')
  await connection.close()
  expect(figures.bytes_at_most).toBeLessThan(bytesMax)
})

/** Runs SQL on the database of Temporal, which goes on meanwhile. */
const inTemporal = (sql: string): string =>
  execFileSync('sqlite3', ['-cmd', '.timeout 60000', join(world.temporalServer.dataDir, 'temporal.db'), sql], {
    encoding: 'utf8',
  }).trim()

it('is exact over a whole history in Temporal, and over one of which the ledger lacks rows', async () => {
  const namespace = 'history'
  await world.create('organizations', { name: namespace, canonified_name: namespace, namespace_state: 'pending' })
  const { id } = await world.pipeline('history')
  world.worker = await world.startWorker()
  await world.aggregate()
  const client = new Client({ connection: world.temporal.connection, namespace })
  const memo = { pipeline: id, type: 'scheduled', entities: { wallet_used: ['acme/w'] } }
  const started = { workflowId: pipelineWorkflowId(id, 'first'), taskQueue: pipelineTaskQueue, args: [], memo }
  const handle = await client.workflow.start(pipelineWorkflowType, started)
  await handle.terminate('by a benchmark')
  const own = `WHERE workflow_id = '${started.workflowId}' AND close_time IS NOT NULL`
  await eventually(async () => inTemporal(`SELECT count(*) FROM executions_visibility ${own}`) === '1')
  const columns = inTemporal(
    "SELECT group_concat(name) FROM pragma_table_xinfo('executions_visibility') WHERE hidden = 0",
  )
    .split(',')
    .filter((name) => name !== '')
  // Completed, failed and timed out in turn, one a millisecond.
  const other: Record<string, string> = {
    workflow_id: "workflow_id || '-' || i",
    run_id: "printf('%08x-0000-4000-8000-%012x', i, i)",
    status: 'CASE i % 3 WHEN 0 THEN 2 WHEN 1 THEN 3 ELSE 7 END',
    close_time:
      "strftime('%Y-%m-%d %H:%M:%f', substr(close_time, 1, 19), '-' || (i / 1000.0) || ' seconds') || '+00:00'",
  }
  inTemporal(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${executions})
    INSERT INTO executions_visibility (${columns}) SELECT ${columns.map((name) => other[name] ?? name)} FROM executions_visibility, n ${own}`)
  const counted = executions - 1
  const aggregate = async (name: string): Promise<void> => {
    world.service.advance(10)
    const startedAt = Date.now()
    await world.aggregate()
    figures[name] = Date.now() - startedAt
    const answer = await world.call(`/api/pipeline/scoreboard/${namespace}`)
    expect(await answer.json()).toMatchObject([
      {
        total_runs: counted,
        total_successes: Math.floor(counted / 3),
        canceled_runs: 1,
        scheduled_executions: counted,
      },
    ])
    expect(await world.count(`SELECT count(*) AS n FROM pipeline_results WHERE namespace = '${namespace}'`)).toBe(
      executions,
    )
  }
  await aggregate('first_millis')
  await world.sql(`DELETE FROM pipeline_results WHERE id IN (SELECT id FROM pipeline_results WHERE namespace = '${namespace}' AND status <> 'terminated'
    ORDER BY substr(run_id, 5, 4), run_id LIMIT ${removed})`)
  await world.sql(`UPDATE scoreboard_namespaces SET watermark = '' WHERE namespace = '${namespace}'`)
  await aggregate('with_removed_millis')
  await aggregate('usual_millis')
})
