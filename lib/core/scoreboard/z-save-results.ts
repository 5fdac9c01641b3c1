import { z } from 'zod'
import { instantKey } from './instants'
import { zInstant, zLastExecution, zNumbers } from './z-statistics'

const rowCharactersMax = 64 * 1024
export const rowsMax = 50_000

/** One merged pipeline. A row with more than 64 KiB of text is refused. */
export const zRow = zNumbers
  .extend({
    last_execution: zLastExecution.nullish(),
    namespaces_count: z.int().min(0).optional(),
    stale_since: zInstant.optional(),
  })
  .superRefine((row, context) => {
    if (row.total_successes > row.total_runs)
      context.addIssue({ code: 'custom', path: ['total_successes'], message: 'must not be more than total_runs' })
    const [first, last] = [instantKey(row.first_execution_date), instantKey(row.last_execution_date)]
    if (first !== null && last !== null && first > last)
      context.addIssue({
        code: 'custom',
        path: ['first_execution_date'],
        message: 'must not be after last_execution_date',
      })
    if (textOf(row) > rowCharactersMax)
      context.addIssue({ code: 'custom', path: [], message: 'must not be larger than 64 KiB' })
  })
export type SaveRow = z.output<typeof zRow>

/** Body of `POST /api/pipeline/scoreboard/save-results`. Unknown members are ignored. */
export const zSaveResults = z
  .object({
    aggregated_pipelines: z.array(zRow).max(rowsMax),
    aggregation_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/)
      .optional(),
    part: z
      .object({ index: z.int().min(0).max(999), total: z.int().min(1).max(1000) })
      .refine(({ index, total }) => index < total, { path: ['index'], message: 'must be less than total' })
      .optional(),
    namespaces_processed: z.int().min(0).optional(),
    failed_namespaces: z.array(z.string().max(200)).max(10_000).nullish(),
    carried: z
      .array(z.object({ namespace: z.string().max(200), since: z.string().max(64) }))
      .max(10_000)
      .nullish(),
    allow_empty: z.boolean().optional(),
  })
  .refine(({ part, aggregation_id }) => part === undefined || aggregation_id !== undefined, {
    path: ['part'],
    message: 'must come with an aggregation_id',
  })
  .meta({ id: 'ScoreboardSaveRequest' })
export type SaveResults = z.output<typeof zSaveResults>

/** Total characters of a row's texts: cheaper than serialising it, and what makes it large. */
function textOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + textOf(entry), 2)
  if (typeof value === 'object' && value !== null) return textOf(Object.values(value))
  return 8
}
