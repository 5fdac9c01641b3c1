import { z } from 'zod'
import type { BuiltInSettings } from '@/lib/core/scoreboard/pipelines/first-start'
import type { PocketBaseClient } from '../client/client'
import { act } from './scoreboard-actions'

const zState = z.object({ run_revision: z.int(), daily_at: z.string(), saved_by: z.enum(['workflow', 'api', '']) })
const zDrawn = z.object({ daily_at: z.string() })

/** Keeps how the built-in pipelines stand through the hooks in pb_hooks/scoreboard. */
export const createBuiltInSettings = (client: PocketBaseClient): BuiltInSettings => ({
  state: async () => zState.parse(await act(client, 'built-in', {})),
  noteRun: async (run_revision) => void (await act(client, 'note-built-in-run', { run_revision })),
  drawDaily: async (daily_at) => zDrawn.parse(await act(client, 'draw-daily', { daily_at })).daily_at,
})
