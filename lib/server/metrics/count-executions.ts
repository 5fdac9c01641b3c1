import { LRUCache } from 'lru-cache'
import type { ManagedScoreboard } from './managed-scoreboard'
import type { Metrics } from './metrics'

/** Executions that are known as counted: runners may report one again. */
const countedMax = 10_000

/** The scoreboard, with each execution that ends counted once. */
export function countExecutions(
  scoreboard: ManagedScoreboard,
  metrics: Pick<Metrics, 'pipelineEnded'>,
): ManagedScoreboard {
  const counted = new LRUCache<string, true>({ max: countedMax })
  const { store } = scoreboard
  return {
    ...scoreboard,
    store: {
      ...store,
      async recordExecution(execution) {
        const kept = await store.recordExecution(execution)
        const { status, type, namespace, workflow_id, run_id } = execution
        const key = JSON.stringify([namespace, workflow_id, run_id])
        if (!('unknown' in kept) && status !== 'running' && !counted.has(key)) {
          counted.set(key, true)
          metrics.pipelineEnded(status, type)
        }
        return kept
      },
    },
  }
}
