import type { Clock } from '../../ground/ports/ports'
import { toIso } from '../../ground/time/time'
import type { WorkerDemand } from '../worker-demand'
import type { PipelineRunner } from './pipeline-runner'

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
