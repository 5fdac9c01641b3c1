import type { Clock } from '../shared/ports/ports'
import { toIso } from '../shared/time/time'
import type { PipelineRunner } from './pipelines/pipeline-runner'

/**
 * Which organisation namespaces need a worker, and which processes share them. Every method throws StoreUnavailable.
 */
export interface WorkerDemand {
  /**
   * Requests a worker in a namespace from an instant (RFC 3339) on, and again after each interval. Replaces an earlier
   * request of the same source, which is `run` or a schedule.
   */
  want(wish: {
    readonly namespace: string
    readonly source: string
    readonly dueAt: string
    readonly everySeconds?: number
  }): Promise<void>
  unwant(wish: { readonly namespace: string; readonly source: string }): Promise<void>
  /** Namespaces that need a worker now or within so many seconds, longest waiting first. */
  due(withinSeconds: number): Promise<string[]>
  /** Notes that a worker polls a namespace: due requests are satisfied, and schedules are due at their next instant. */
  served(namespace: string): Promise<void>
  /** Notes that this process is alive, and returns all live ones. */
  beat(workerId: string): Promise<string[]>
  /** Notes that the process ends. */
  leave(workerId: string): Promise<void>
}

/** Heartbeat interval of a worker process, in seconds. */
export const beatSeconds = 15

/** Seconds without heartbeat after which a worker process counts as dead. */
export const deadSeconds = 60

const daySeconds = 86_400

/** The source of a request for a worker: one per schedule, one shared by runs. */
const sourceOf = (pipelineId: string): string => `schedule-${pipelineId}`

/**
 * Wraps a runner so that it requests a worker in the namespace before it starts a run or stores a schedule there:
 * otherwise a run would wait for the workers' next poll. Every method also throws StoreUnavailable.
 */
export function withWorkers(
  runner: PipelineRunner,
  demand: Pick<WorkerDemand, 'want' | 'unwant'>,
  now: Clock,
): PipelineRunner {
  return {
    ...runner,
    async start(run) {
      await demand.want({ namespace: run.namespace, source: 'run', dueAt: toIso(now()) })
      return runner.start(run)
    },
    async schedule(run, schedule) {
      const { namespace } = run
      const source = sourceOf(run.input.pipeline_id)
      const dueAt = await runner.schedule(run, schedule)
      if (dueAt === null) await demand.unwant({ namespace, source })
      else await demand.want({ namespace, source, dueAt, everySeconds: schedule.every_seconds ?? daySeconds })
      return dueAt
    },
    async unschedule(run) {
      await runner.unschedule(run)
      await demand.unwant({ namespace: run.namespace, source: sourceOf(run.pipelineId) })
    },
  }
}
