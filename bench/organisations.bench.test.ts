import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { provisionNamespaces } from '@/lib/adapters/temporal/provision'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { createWorkerDemand } from '@/lib/adapters/pocketbase/scoreboard/worker-demand'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { eventually } from '@/lib/testing/eventually'
import { NativeConnection } from '@temporalio/worker'
import { keepFigures, machineFacts } from './keep-figures'
import { runSql } from './copy-rows'

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
  keepFigures('organisations', figures)
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
