import type { Clock } from '../ground/ports/ports'
import { toIso } from '../ground/time/time'
import type { PipelineRunner } from './pipelines/pipeline-runner'

/** Which namespaces of organisations need a worker, and which processes share them. Every method throws StoreUnavailable. */
export interface WorkerDemand {
  /**
   * Asks for a worker in a namespace from an instant on (RFC 3339), again after each interval. A later wish of the same source,
   * which is `run` or a schedule, replaces the one before.
   */
  want(wish: {
    readonly namespace: string
    readonly source: string
    readonly dueAt: string
    readonly everySeconds?: number
  }): Promise<void>
  unwant(wish: { readonly namespace: string; readonly source: string }): Promise<void>
  /** Namespaces for which a worker is wanted now or within so many seconds, the longest wanted first. */
  due(withinSeconds: number): Promise<string[]>
  /** Notes that a worker polls in a namespace: what was due is answered, and a schedule is due at its next instant. */
  served(namespace: string): Promise<void>
  /** Notes that this process is alive, and returns all that are. */
  beat(workerId: string): Promise<string[]>
  /** The process ends. */
  leave(workerId: string): Promise<void>
}

/** Seconds between two signs of life of a worker process. */
export const beatSeconds = 15

/** Seconds after its last sign of life from which a worker process counts as dead. */
export const deadSeconds = 60

const daySeconds = 86_400

/** The source of a wish for a worker, which a schedule has for itself and runs share. */
const sourceOf = (pipelineId: string): string => `schedule-${pipelineId}`

/**
 * The same runner, which asks for a worker in the namespace before it starts a run or keeps a schedule there: without one a run
 * would wait until the workers look around. Every method throws StoreUnavailable too.
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
