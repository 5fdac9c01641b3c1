import { z } from 'zod'
import type { BuiltInSettings } from '@/lib/core/scoreboard/pipelines/first-start'
import type { RunName } from '@/lib/core/scoreboard/pipelines/pipeline-runner'
import type { ReconciliationStore } from '@/lib/core/scoreboard/reconciliation'
import { deadSeconds, type WorkerDemand } from '@/lib/core/scoreboard/worker-demand'
import { toEpochSeconds } from '@/lib/core/shared/time/time'
import type { PocketBaseClient } from '../client/client'
import { act } from './scoreboard-actions'

/** Runs per write: few enough that evidence waits only briefly for the writing connection. */
const runsPerWrite = 500

const zStates = z.array(
  z.tuple([
    z.string(),
    z.string(),
    z.object({ from: z.string(), until: z.string(), page: z.string() }).nullable(),
    z.array(z.tuple([z.string(), z.string()])),
  ]),
)

const zDone = z.object({ written: z.number(), orphans: z.number() })

/** Stores reconciliations through the hooks in pb_hooks/scoreboard. */
export function createReconciliationStore(client: PocketBaseClient): ReconciliationStore {
  return {
    async states(namespaces, at) {
      const answer = await act(client, 'reconciliation-states', { namespaces, at: toEpochSeconds(at) })
      return zStates.parse(answer).map(([namespace, watermark, scan, overdue]) => ({
        namespace,
        watermark,
        scan,
        overdue: overdue.map(([workflowId, runId]): RunName => ({ workflowId, runId })),
      }))
    },
    async reconcile({ namespace, runs, progress }) {
      let [written, orphans] = [0, 0]
      for (let from = 0; from === 0 || from < runs.length; from += runsPerWrite) {
        const part = runs.slice(from, from + runsPerWrite)
        const isLast = from + runsPerWrite >= runs.length
        const body = { namespace, runs: part, progress: isLast ? progress : null }
        const done = zDone.parse(await act(client, 'reconcile', body))
        written += done.written
        orphans += done.orphans
      }
      return { written, orphans }
    },
    async endLost(namespace, runs) {
      const names = runs.map(({ workflowId, runId }) => [workflowId, runId])
      return z.object({ written: z.number() }).parse(await act(client, 'end-lost', { namespace, runs: names })).written
    },
  }
}

const zNames = z.array(z.string())

/** Stores the demand for workers through the hooks in pb_hooks/scoreboard. */
export function createWorkerDemand(client: PocketBaseClient): WorkerDemand {
  return {
    want: async ({ namespace, source, dueAt, everySeconds = 0 }) =>
      void (await act(client, 'want-worker', { namespace, source, due_at: dueAt, every_seconds: everySeconds })),
    unwant: async (wish) => void (await act(client, 'unwant-worker', wish)),
    due: async (within) => zNames.parse(await act(client, 'due-workers', { within_seconds: within })),
    served: async (namespace) => void (await act(client, 'worker-served', { namespace })),
    beat: async (id) => zNames.parse(await act(client, 'worker-beat', { id, dead_seconds: deadSeconds })),
    leave: async (id) => void (await act(client, 'worker-leave', { id })),
  }
}

const zState = z.object({ run_revision: z.int(), daily_at: z.string(), saved_by: z.enum(['workflow', 'api', '']) })

const zDrawn = z.object({ daily_at: z.string() })

/** Stores the state of the built-in pipelines through the hooks in pb_hooks/scoreboard. */
export const createBuiltInSettings = (client: PocketBaseClient): BuiltInSettings => ({
  state: async () => zState.parse(await act(client, 'built-in', {})),
  noteRun: async (run_revision) => void (await act(client, 'note-built-in-run', { run_revision })),
  drawDaily: async (daily_at) => zDrawn.parse(await act(client, 'draw-daily', { daily_at })).daily_at,
})
