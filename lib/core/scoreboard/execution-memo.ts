import { z } from 'zod'
import { isRunnerType } from './entities/runner-types'
import { entityMembers, zNamed } from './z-statistics'

/** Maximum length of an address in the ledger, in characters. */
const linkMax = 2000

/** Whether an address may be shown to everybody: http(s), ASCII, without user name and password. */
function isLink(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/**
 * The address of a page elsewhere, which the ledger keeps and pages link to. It is public, so it must not contain
 * credentials.
 */
export const zLink = z.string().max(linkMax).refine(isLink, {
  message: 'must be an address with http or https, in ASCII, without a user name and password',
})

const zPaths = z.array(zNamed(600)).max(999)

/**
 * What a run stores in its memo at its start and end, so that a run missing from the ledger can be recorded completely.
 * A malformed member counts as absent.
 */
export const zExecutionMemo = z
  .object({
    /** Id of the pipeline's record, or its path. */
    pipeline: zNamed(700).catch(''),
    type: z.enum(['manual', 'scheduled', 'CI']).optional().catch(undefined),
    runner_ids: zPaths.optional().catch(undefined),
    /** Words that are no type of a runner are left out. */
    runner_types: zPaths.catch([]).transform((words) => words.filter(isRunnerType)),
    entities: z.partialRecord(z.enum(entityMembers), zPaths).catch({}),
    definition_sha256: z.string().max(64).catch(''),
    ci_run_url: zLink.or(z.literal('')).catch(''),
    /** How a run of this service says it ended; absent until then. */
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
