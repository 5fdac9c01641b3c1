import { z } from 'zod'
import { zLink } from './z-link'
import { entityMembers } from './z-statistics'

const zPaths = z.array(z.string().max(600)).max(999)

/**
 * What a run notes in its memo, at its start and at its end, so that a run of which the ledger knows nothing can be recorded as whole as any
 * other. A member that is malformed counts as absent.
 */
export const zExecutionMemo = z
  .object({
    /** Id of the pipeline's record. */
    pipeline: z.string().max(64).catch(''),
    type: z.enum(['manual', 'scheduled', 'CI']).optional().catch(undefined),
    runner_ids: zPaths.optional().catch(undefined),
    runner_types: zPaths.catch([]),
    entities: z.partialRecord(z.enum(entityMembers), zPaths).catch({}),
    definition_sha256: z.string().max(64).catch(''),
    ci_run_url: zLink.or(z.literal('')).catch(''),
    /** How a run of this service ended, as it says itself; absent until then. */
    end: z
      .object({
        status: z.enum(['completed', 'failed', 'timed_out', 'canceled']),
        reason: z.string().max(40),
        infra: z.boolean(),
      })
      .optional()
      .catch(undefined),
  })
  .partial()
  .catch({})
export type ExecutionMemo = z.input<typeof zExecutionMemo>
