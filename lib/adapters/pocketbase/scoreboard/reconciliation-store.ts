import { z } from 'zod'
import { toEpochSeconds } from '@/lib/core/ground/time/time'
import type { RunName } from '@/lib/core/scoreboard/pipelines/pipeline-runner'
import type { ReconciliationStore } from '@/lib/core/scoreboard/reconciliation'
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
