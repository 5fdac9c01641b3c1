import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@temporalio/client'
import { bundleWorkflowCode, NativeConnection } from '@temporalio/worker'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { createWorkerDemand } from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import { pipelineTaskQueue, pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import type { WorkerDemand } from '@/lib/core/scoreboard/worker-demand'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { covers } from '@/lib/testing/covers'
import { eventually } from '@/lib/testing/eventually'
import { type NamespaceWorkers, startNamespaceWorkers } from './namespace-workers'
import { createProvision } from './provision'

let world: AggregationWorld
let demand: WorkerDemand
let directory: string
let workflowBundlePath: string
const connections: NativeConnection[] = []
const processes: NamespaceWorkers[] = []
/** What is going on in activities, and how many did at once at most. */
const wallets = { now: 0, most: 0, hold: false }
const warnings: string[] = []
/** How often processes have looked for something to do, and by how much their clock is ahead. */
let [looks, shift] = [0, 0]

beforeAll(async () => {
  world = await openAggregationWorld({ working: false })
  demand = createWorkerDemand(world.client)
  directory = await mkdtemp(join(tmpdir(), 'wallet-capture-bundle-'))
  workflowBundlePath = join(directory, 'workflow.js')
  const quiet = () => undefined
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../testing/waiting-workflow.ts', import.meta.url)),
    logger: { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
  })
  await writeFile(workflowBundlePath, code)
})
afterEach(async () => {
  wallets.hold = false
  await Promise.all(processes.splice(0).map((one) => one.stop()))
  await world.sql('DELETE FROM worker_wishes')
  await world.sql('DELETE FROM worker_heartbeats')
  wallets.most = 0
  shift = 0
  expect(warnings.splice(0)).toEqual([])
})
afterAll(async () => {
  for (const connection of connections) await connection.close()
  await rm(directory, { recursive: true })
  await world.close()
})

async function driveWallet(): Promise<void> {
  wallets.now++
  wallets.most = Math.max(wallets.most, wallets.now)
  try {
    await eventually(async () => !wallets.hold)
  } finally {
    wallets.now--
  }
}

/** A worker process, as far as organisations go. */
async function startProcess(
  workerId: string,
  options: { maxLive?: number; walletRuns?: number; demand?: Partial<WorkerDemand> } = {},
) {
  const connection = await connect()
  const { store } = world.service.container.ports.scoreboard
  const started = startNamespaceWorkers({
    connection,
    workerId,
    demand: {
      ...demand,
      due: (seconds) => {
        looks++
        return demand.due(seconds)
      },
      ...options.demand,
    },
    namespaces: () => store.readyNamespaces(),
    work: [
      { queue: pipelineTaskQueue, workflowBundlePath, activities: { driveWallet }, walletActivities: ['driveWallet'] },
    ],
    maxLive: options.maxLive ?? 10,
    walletRuns: options.walletRuns ?? 10,
    warn: (message, error) => warnings.push(`${message} ${String(error)}`),
    clock: () => Date.now() + shift,
    tickMillis: 20,
  })
  processes.push(started)
  return started
}

let organizations = 0
/** Organisations with their namespaces. */
async function organisations(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `shared-${organizations++}`)
  for (const name of names)
    await world.create('organizations', { name, canonified_name: name, namespace_state: 'pending' })
  await createProvision(await connect(), createAggregationStore(world.client), () => undefined)()
  return names
}

async function connect(): Promise<NativeConnection> {
  const connection = await NativeConnection.connect({ address: world.temporalServer.address })
  connections.push(connection)
  return connection
}

const want = (namespace: string, members: { source?: string; dueAt?: string; everySeconds?: number } = {}) =>
  demand.want({ namespace, source: 'run', dueAt: new Date().toISOString(), ...members })

/** Starts a run in a namespace that Temporal has. */
const run = (namespace: string, workflowId = `run-in-${namespace}`) =>
  new Client({ connection: world.temporal.connection, namespace }).workflow.start(pipelineWorkflowType, {
    workflowId,
    taskQueue: pipelineTaskQueue,
    args: [],
  })

/** Wants a worker, and starts a run as soon as Temporal has the namespace. */
async function runWanted(namespace: string) {
  await want(namespace)
  return eventually(() => run(namespace).catch(() => null))
}

describe('workers of organisations', () => {
  it('come where a run is wanted, in a namespace that Temporal lacks too, and go after ten idle minutes', async () => {
    const namespace = 'lost-in-temporal'
    await world.organizationNamed(namespace)
    const { live } = await startProcess('one')
    wallets.hold = true
    const handle = await runWanted(namespace)
    await eventually(async () => wallets.now === 1)
    // Ten minutes in which the run goes on.
    shift += 11 * 60_000
    await eventually(async () => (await handle.describe()).status.name === 'RUNNING')
    wallets.hold = false
    await handle.result()
    expect(live()).toEqual([namespace])
    shift += 5 * 60_000
    await eventually(async () => (await world.count('SELECT count(*) AS n FROM worker_wishes')) === 0)
    expect(live()).toEqual([namespace])
    // Ten idle minutes, even if a look since then still saw the run open.
    shift += 11 * 60_000
    await eventually(async () => live().length === 0)
  })

  covers('S75')
  it('are never more than allowed, and everybody has a turn, the least recently used first out', async () => {
    const names = await organisations(4)
    const { live } = await startProcess('one', { maxLive: 2 })
    const seen: number[] = []
    const watching = setInterval(() => seen.push(live().length), 5)
    const handles: Promise<unknown>[] = []
    for (const name of names) handles.push(runWanted(name).then((handle) => handle.result()))
    const ended = Promise.all(handles).then(() => true)
    // Whoever is there may be sent away after ten seconds without a run.
    await eventually(async () => {
      shift += 1000
      return Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 50, false))])
    })
    clearInterval(watching)
    expect(Math.max(...seen)).toBe(2)
  })

  it('stay where a run is open, however many wait', async () => {
    const [busy = '', other = ''] = await organisations(2)
    const { live } = await startProcess('one', { maxLive: 1 })
    wallets.hold = true
    const handle = await runWanted(busy)
    await eventually(async () => wallets.now === 1)
    await want(other)
    shift += 60_000
    const after = looks + 3
    await eventually(async () => looks > after)
    expect(live()).toEqual([busy])
    wallets.hold = false
    await handle.result()
    await eventually(async () => {
      shift += 1000
      return live().includes(other)
    })
    expect(live()).toEqual([other])
  })

  it('let so many wallets run at once in a process, whatever namespaces they are of', async () => {
    const names = await organisations(3)
    await startProcess('one', { walletRuns: 1 })
    wallets.hold = true
    const handles = await Promise.all(names.map(runWanted))
    await eventually(async () => wallets.now === 1)
    const started = await Promise.all(
      handles.map((handle) => eventually(async () => (await handle.describe()).raw.pendingActivities?.length === 1)),
    )
    expect(started).toEqual([true, true, true])
    wallets.hold = false
    await Promise.all(handles.map((handle) => handle.result()))
    expect(wallets.most).toBe(1)
  })

  covers('S75')
  it('leave no run waiting because many others of its organisation wait', async () => {
    const [namespace = ''] = await organisations(1)
    await startProcess('one', { walletRuns: 100 })
    wallets.hold = true
    const handles = [await runWanted(namespace)]
    for (let i = 0; i < 29; i++) handles.push(await run(namespace, `another-${i}`))
    await eventually(async () => wallets.now === handles.length)
    wallets.hold = false
    await Promise.all(handles.map((handle) => handle.result()))
  })

  it('are shared by processes, and those of one that is gone are taken over with what is open there', async () => {
    const names = await organisations(6)
    const one = await startProcess('one')
    const two = await startProcess('two')
    await eventually(async () => (await demand.beat('one')).length === 2)
    shift += 16_000
    wallets.hold = true
    const handles = await Promise.all(names.map(runWanted))
    await eventually(async () => new Set([...one.live(), ...two.live()]).size === names.length)
    const share = two.live()
    expect(share.length).toBeGreaterThan(0)
    expect(share.length).toBeLessThan(names.length)
    expect(one.live().filter((name) => share.includes(name))).toEqual([])
    await eventually(async () => wallets.now === names.length)
    wallets.hold = false
    await Promise.all(handles.map((handle) => handle.result()))
    await two.stop()
    // Nobody asks for a worker for this one.
    const again = await run(share[0] ?? '')
    shift += 16_000
    await again.result()
    expect(one.live()).toContain(share[0])
  })

  it('end in time where storage does not respond, and an activity does not end', async () => {
    const [namespace = ''] = await organisations(1)
    let isAway = false
    const asked = new Set<string>()
    const unless = <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      if (!isAway) return work()
      asked.add(name)
      return new Promise(() => undefined)
    }
    const { live, stop } = await startProcess('one', {
      demand: {
        due: (seconds) => unless('due', () => demand.due(seconds)),
        leave: (workerId) => unless('leave', () => demand.leave(workerId)),
      },
    })
    wallets.hold = true
    const handle = await runWanted(namespace)
    await eventually(async () => wallets.now === 1 && live().includes(namespace))
    isAway = true
    await eventually(async () => asked.has('due'))
    await stop()
    expect([live(), [...asked]]).toEqual([[], ['due', 'leave']])
    expect(warnings.splice(0)).toEqual([expect.stringContaining('could not sign off in time')])
    await handle.terminate()
  })

  it('come a minute before a schedule is due, which is then due at its next instant', async () => {
    const [namespace = ''] = await organisations(1)
    const { live } = await startProcess('one')
    const dueIn = async (seconds: number) =>
      want(namespace, {
        source: 'daily',
        dueAt: new Date(Date.now() + seconds * 1000).toISOString(),
        everySeconds: 900,
      })
    await dueIn(75)
    await eventually(async () => (await demand.beat('one')).length === 1)
    expect(await demand.due(60)).toEqual([])
    expect(live()).toEqual([])
    await dueIn(55)
    await eventually(async () => live().includes(namespace))
    await dueIn(-1000)
    await eventually(async () => (await demand.due(1000)).length === 1 && (await demand.due(60)).length === 0)
    await demand.unwant({ namespace, source: 'daily' })
    expect(await demand.due(1000)).toEqual([])
  })
})
