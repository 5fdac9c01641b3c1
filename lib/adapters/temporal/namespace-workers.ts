import { setTimeout as delay } from 'node:timers/promises'
import { type NativeConnection, Worker } from '@temporalio/worker'
import { holderOf, planNamespaces } from '@/lib/core/scoreboard/namespace-plan'
import { pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import { beatSeconds, type WorkerDemand } from '@/lib/core/scoreboard/worker-demand'
import { ensureNamespace } from './provision'
import { settledWithin } from './settled-within'
import { type Activities, createWalletPlaces } from './wallet-places'

/** How far ahead a worker is started, in seconds: it takes half a second, and many may be due at once. */
const aheadSeconds = 60
/** How long a worker stays after its namespace was last used, in milliseconds. */
const idleMillis = 600_000
/** How long one stays at least while others wait: Temporal lists a run a little after its start. */
const stayMillis = 10_000
/** How often namespaces with a worker are asked for open runs, and all others, in milliseconds. */
const openMillis = 60_000
const sweepMillis = 600_000
const tickMillis = 2_000
const callMillisMax = 10_000
/**
 * Activities of a namespace in one process. Most of them wait: for a real wallet, up to an hour, or for a place of the built-in
 * one. That costs little, and where they took all places, no other run could open or close a step. What costs is bounded by
 * `walletRuns`.
 */
const activitiesMax = 1000
/**
 * How long a stop waits, in milliseconds: for a look that is under way, for workers, whose activities have to end within 5 s of it, and for
 * the sign-off. Storage or Temporal may not respond; what is left over ends with the process, and others notice.
 */
const stopMillis = { look: 1500, workers: 7000, leave: 1500 }
/** How often an activity's heartbeat is sent at most. */
export const heartbeatThrottle = '3s'
/** The gRPC status NOT_FOUND. */
const notFound = 5

/** What a worker of an organisation's namespace serves. */
interface QueueWork {
  readonly queue: string
  /** The prebuilt bundle of its workflows. */
  readonly workflowBundlePath: string
  readonly activities: Activities
  /** Names of activities of which only so many run at once in a process. */
  readonly walletActivities?: readonly string[]
}

/** The workers that a process has in namespaces of organisations. */
export interface NamespaceWorkers {
  /** Namespaces with a worker. */
  readonly live: () => readonly string[]
  /** Stops all of them within ten seconds; others take over what they were doing. Returns whether all have ended. Never throws. */
  stop(): Promise<boolean>
}

export interface NamespaceWorkersInput {
  readonly connection: NativeConnection
  /** Differs between any two processes. */
  readonly workerId: string
  readonly demand: WorkerDemand
  /** The namespaces of all organisations that have one. */
  readonly namespaces: () => Promise<readonly string[]>
  readonly work: readonly QueueWork[]
  readonly maxLive: number
  readonly walletRuns: number
  readonly warn: (message: string, error: unknown) => void
  /** The process's clock in milliseconds, and how long it waits between two looks. */
  readonly clock?: () => number
  readonly tickMillis?: number
}

/** A namespace with its workers, one for each queue. */
interface Live {
  readonly workers: readonly Worker[]
  readonly running: Promise<unknown>
  usedAt: number
}

/** Ends a worker that never ran: only one that runs lets go of its connection. */
async function endUnused(worker: Worker): Promise<void> {
  const running = worker.run()
  worker.shutdown()
  await running
}

/**
 * Runs workers in those namespaces of organisations that need one, all over one connection: a namespace has a worker while a run
 * is open there or due, and for ten idle minutes. The processes that are alive share the namespaces; where two serve the same for
 * a while, no harm is done.
 */
export function startNamespaceWorkers(input: NamespaceWorkersInput): NamespaceWorkers {
  const { connection, workerId, demand, work, maxLive, warn } = input
  const clock = input.clock ?? Date.now
  const live = new Map<string, Live>()
  const ending = new AbortController()
  const limited = createWalletPlaces(input.walletRuns)
  const queues = work.map((one) => ({ ...one, activities: limited(one.activities, one.walletActivities ?? []) }))
  /** Namespaces in which a run is open although nobody asked for a worker. */
  const found = new Set<string>()
  const at = { beat: 0, open: 0, sweep: 0 }
  let alive: readonly string[] = []
  let sweeping: Promise<void> | null = null
  const isMine = (namespace: string): boolean => holderOf(namespace, alive) === workerId

  const hasOpenRun = async (namespace: string): Promise<boolean> => {
    const query = `WorkflowType = '${pipelineWorkflowType}' AND ExecutionStatus = 'Running'`
    try {
      const { count } = await connection.withDeadline(Date.now() + callMillisMax, () =>
        connection.workflowService.countWorkflowExecutions({ namespace, query }),
      )
      return Number(count) > 0
    } catch (error) {
      // Nothing is open in a namespace that Temporal does not have.
      if (error instanceof Error && 'code' in error && error.code === notFound) return false
      throw error
    }
  }

  async function startIn(namespace: string): Promise<void> {
    await ensureNamespace(connection, namespace)
    const workers = await Promise.all(
      queues.map(({ queue, workflowBundlePath, activities }) =>
        Worker.create({
          connection,
          namespace,
          taskQueue: queue,
          workflowBundle: { codePath: workflowBundlePath },
          activities,
          shutdownGraceTime: '2s',
          shutdownForceTime: '5s',
          // With a heartbeat comes the news that a run is cancelled. By default one in 24 s is sent.
          maxHeartbeatThrottleInterval: heartbeatThrottle,
          // Many workers share one connection and the memory of one process.
          maxCachedWorkflows: 20,
          maxConcurrentActivityTaskExecutions: activitiesMax,
          maxConcurrentWorkflowTaskPolls: 2,
          maxConcurrentActivityTaskPolls: 1,
        }),
      ),
    )
    // A stop may have come meanwhile: it waits for those alone that it knows of.
    if (ending.signal.aborted) for (const worker of workers) await endUnused(worker)
    if (ending.signal.aborted) return
    const running = Promise.all(workers.map((worker) => worker.run())).catch((error: unknown) => {
      // Started again as soon as it is wanted again, or seen to have an open run.
      if (!ending.signal.aborted) warn(`The worker in namespace ${namespace} has ended.`, error)
      at.sweep = 0
      live.delete(namespace)
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
    })
    live.set(namespace, { workers, running, usedAt: clock() })
  }

  async function stopIn(namespace: string): Promise<void> {
    const going = live.get(namespace)
    if (going === undefined) return
    for (const worker of going.workers) if (worker.getState() === 'RUNNING') worker.shutdown()
    await going.running
    live.delete(namespace)
  }

  /** Runs that Temporal holds and nobody asked for: their wish was lost, or their process is gone. */
  async function sweep(): Promise<void> {
    for (const namespace of await input.namespaces()) {
      if (ending.signal.aborted) return
      if (isMine(namespace) && !live.has(namespace) && (await hasOpenRun(namespace))) found.add(namespace)
    }
  }

  /** What falls due from time to time. */
  async function keepUp(now: number): Promise<void> {
    if (now >= at.beat) {
      const before = alive.join()
      alive = await demand.beat(workerId)
      at.beat = now + beatSeconds * 1000
      // Namespaces of a process that is gone may be this one's now.
      if (alive.join() !== before) at.sweep = 0
    }
    if (now >= at.sweep) {
      at.sweep = now + sweepMillis
      // Beside all else: a thousand namespaces take a while.
      sweeping ??= sweep()
        .catch((error: unknown) => warn('Namespaces cannot be searched for open runs.', error))
        .finally(() => {
          sweeping = null
        })
    }
    if (now >= at.open) {
      at.open = now + openMillis
      for (const [namespace, one] of live)
        if (await hasOpenRun(namespace)) one.usedAt = clock()
        else if (!isMine(namespace)) await stopIn(namespace)
    }
  }

  async function look(): Promise<void> {
    const now = clock()
    await keepUp(now)
    const wanted = [...(await demand.due(aheadSeconds)), ...found].filter(isMine)
    const known = [...live].map(([namespace, { usedAt }]) => ({ namespace, usedAt }))
    const plan = planNamespaces({ wanted, live: known, max: maxLive, now, idleMillis })
    // Found to be unused a minute ago at most, and asked once more.
    for (const namespace of plan.idle) if (!(await hasOpenRun(namespace))) await stopIn(namespace)
    let { waiting } = plan
    for (const namespace of plan.evictable) {
      if (waiting <= 0) break
      const one = live.get(namespace)
      if (one === undefined || now - one.usedAt < stayMillis || (await hasOpenRun(namespace))) continue
      await stopIn(namespace)
      waiting--
    }
    for (const namespace of plan.start) {
      if (ending.signal.aborted) return
      await startIn(namespace).catch((error: unknown) => warn(`No worker starts in namespace ${namespace}.`, error))
    }
    for (const namespace of wanted) {
      const one = live.get(namespace)
      if (one === undefined) continue
      one.usedAt = clock()
      found.delete(namespace)
      await demand.served(namespace)
    }
  }

  const looking = (async () => {
    let complained = false
    while (!ending.signal.aborted) {
      try {
        await look()
        complained = false
      } catch (error) {
        // Storage or Temporal is away. Said once, and tried until it is back.
        if (!complained && !ending.signal.aborted) warn('Workers of organisations cannot be looked after.', error)
        complained = true
      }
      await delay(input.tickMillis ?? tickMillis, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  })()

  async function stop(): Promise<boolean> {
    ending.abort()
    const looked = await settledWithin(stopMillis.look, Promise.all([looking, sweeping]))
    const ended = await settledWithin(stopMillis.workers, Promise.all([...live.keys()].map(stopIn)))
    if (!ended) warn('Workers of organisations do not end.', [...live.keys()])
    const leaving = demand.leave(workerId).catch((error: unknown) => warn('This process could not sign off.', error))
    if (!(await settledWithin(stopMillis.leave, leaving))) warn('This process could not sign off in time.', null)
    return looked && ended
  }

  let stopped: Promise<boolean> | null = null
  return {
    live: () => [...live.keys()],
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
