import { z } from 'zod'
import { deadSeconds, type WorkerDemand } from '@/lib/core/scoreboard/worker-demand'
import type { PocketBaseClient } from '../client/client'
import { act } from './scoreboard-actions'

const zNames = z.array(z.string())

/** Keeps the demand for workers through the hooks in pb_hooks/scoreboard. */
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
