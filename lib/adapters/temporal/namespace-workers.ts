import { setTimeout as delay } from 'node:timers/promises'
import { Context } from '@temporalio/activity'
import { type NativeConnection, Worker } from '@temporalio/worker'
import { holderOf, planNamespaces } from '@/lib/core/scoreboard/namespace-plan'
import { pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import { beatSeconds, type WorkerDemand } from '@/lib/core/scoreboard/worker-demand'
import { settledWithin } from './connection'
import { ensureNamespace } from './provision'

/** Heartbeat interval of an activity that waits for a slot, in milliseconds. */
const heartbeatMillis = 5000

type Activities = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>

/**
 * Limits how many of the named activities run concurrently in this process, across namespaces; the others wait in order
 * of arrival.
 */
function createWalletPlaces(count: number): (activities: Activities, names: readonly string[]) => Activities {
  let free = count
  const waiting: (() => void)[] = []
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  const take = async (context: Context): Promise<void> => {
    if (free > 0) {
      free--
      return
    }
    let proceed: () => void = () => undefined
    const turn = new Promise<void>((resolve) => {
      proceed = resolve
    })
    waiting.push(proceed)
    const beat = setInterval(() => context.heartbeat('waiting for a place'), heartbeatMillis)
    try {
      await Promise.race([turn, context.cancelled])
    } catch (error) {
      const at = waiting.indexOf(proceed)
      if (at >= 0) waiting.splice(at, 1)
      // Its slot was granted at the same moment.
      else release()
      throw error
    } finally {
      clearInterval(beat)
    }
  }
  return (activities, names) =>
    Object.fromEntries(
      Object.entries(activities).map(([name, activity]) => [
        name,
        names.includes(name)
          ? async (...input: never[]) => {
              await take(Context.current())
              try {
                return await activity(...input)
              } finally {
                release()
              }
            }
          : activity,
      ]),
    )
}

/** Lead time of a worker, in seconds: starting takes half a second, and many may be due at once. */
const aheadSeconds = 60

/** Idle time after which a worker stops, in milliseconds: its thread takes 20 MiB, and a new one starts in half a second. */
const idleMillis = 120_000

/** Minimum time of a worker while others wait, in milliseconds: Temporal lists a run shortly after its start. */
const stayMillis = 10_000

/** Interval of checking namespaces with a worker, and all others, for open runs, in milliseconds. */
const openMillis = 60_000

const sweepMillis = 600_000

const tickMillis = 2_000

const callMillisMax = 10_000

/**
 * Maximum concurrent activities of a namespace per process. Most of them wait, up to an hour for a real wallet, or for
 * a slot of the built-in one. That costs little, and a lower limit would keep other runs from opening or closing steps.
 * Expensive work is limited by `walletRuns`.
 */
const activitiesMax = 1000

/**
 * Time limits of a stop in milliseconds: for a check in progress, for workers (whose activities must end within 5 s),
 * and for the sign-off. Storage or Temporal may not respond; the process then exits, and others notice.
 */
const stopMillis = { look: 1500, workers: 7000, leave: 1500 }

/** Minimum interval between an activity's heartbeats. */
export const heartbeatThrottle = '3s'

/** The gRPC status NOT_FOUND. */
const notFound = 5

/** The workflows and activities of an organisation's worker. */
interface QueueWork {
  readonly queue: string
  /** The prebuilt bundle of its workflows. */
  readonly workflowBundlePath: string
  readonly activities: Activities
  /** Names of activities whose concurrency is limited per process. */
  readonly walletActivities?: readonly string[]
}

/** The workers of a process in organisations' namespaces. */
export interface NamespaceWorkers {
  /** Namespaces with a worker. */
  readonly live: () => readonly string[]
  /**
   * Stops all of them within ten seconds; other processes take over their work. Returns whether all have ended. Never
   * throws.
   */
  stop(): Promise<boolean>
}

export interface NamespaceWorkersInput {
  readonly connection: NativeConnection
  /** Differs between any two processes. */
  readonly workerId: string
  readonly demand: WorkerDemand
  readonly namespaces: () => Promise<readonly string[]>
  readonly work: readonly QueueWork[]
  readonly maxLive: number
  readonly walletRuns: number
  readonly warn: (message: string, error: unknown) => void
  /** The process's clock in milliseconds, and the pause between checks. */
  readonly clock?: () => number
  readonly tickMillis?: number
}

/** A namespace with one worker per queue. */
interface Live {
  readonly workers: readonly Worker[]
  readonly running: Promise<unknown>
  usedAt: number
}

/** Ends a worker that never ran: only a running one releases its connection. */
async function endUnused(worker: Worker): Promise<void> {
  const running = worker.run()
  worker.shutdown()
  await running
}

/**
 * Runs workers in organisations' namespaces over one connection, in each while a run is open or due there, and until
 * two minutes later. Live processes share the namespaces; brief overlaps do no harm.
 */
export function startNamespaceWorkers(input: NamespaceWorkersInput): NamespaceWorkers {
  const { connection, workerId, demand, work, maxLive, warn } = input
  const clock = input.clock ?? Date.now
  const live = new Map<string, Live>()
  const ending = new AbortController()
  const limited = createWalletPlaces(input.walletRuns)
  const queues = work.map((one) => ({ ...one, activities: limited(one.activities, one.walletActivities ?? []) }))
  /** Namespaces with an open run that nobody requested a worker for. */
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
      // Temporal has no such namespace, so nothing is open in it.
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
          // Heartbeats deliver cancellation. The default interval is up to 24 s.
          maxHeartbeatThrottleInterval: heartbeatThrottle,
          // Many workers share one connection and the memory of one process.
          maxCachedWorkflows: 20,
          maxConcurrentActivityTaskExecutions: activitiesMax,
          maxConcurrentWorkflowTaskPolls: 2,
          maxConcurrentActivityTaskPolls: 1,
        }),
      ),
    )
    // A stop during the start only waits for workers that it knows.
    if (ending.signal.aborted) for (const worker of workers) await endUnused(worker)
    if (ending.signal.aborted) return
    const running = Promise.all(workers.map((worker) => worker.run())).catch((error: unknown) => {
      // It restarts when it is requested or a run is found open.
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

  /** Finds open runs without a request, e.g. because it was lost with its process. */
  async function sweep(): Promise<void> {
    for (const namespace of await input.namespaces()) {
      if (ending.signal.aborted) return
      if (isMine(namespace) && !live.has(namespace) && (await hasOpenRun(namespace))) found.add(namespace)
    }
  }

  /** The periodic tasks. */
  async function keepUp(now: number): Promise<void> {
    if (now >= at.beat) {
      const before = alive.join()
      alive = await demand.beat(workerId)
      at.beat = now + beatSeconds * 1000
      // This process may have taken over a dead one's namespaces.
      if (alive.join() !== before) at.sweep = 0
    }
    if (now >= at.sweep) {
      at.sweep = now + sweepMillis
      // In the background: a thousand namespaces take a while.
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
    // Checked again, because the last check may be a minute old.
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
        // Storage or Temporal is down. Warn once, and retry until it is back.
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
