import { z } from 'zod'
import { drafts } from '@/lib/core/campaigns/official-cases/drafts'
import { editionFacts } from '@/lib/core/campaigns/official-cases/edition-facts'

/** The one error body of every path: `error` is a stable code. */
const zError = z
  .looseObject({
    error: z.string(),
    error_description: z.string().optional(),
    message: z.string().optional(),
    error_uri: z
      .url()
      .optional()
      .meta({ 'x-extension': true, description: 'The page of the deciding check. RFC 6749 section 5.2' }),
    failed_checks: z
      .array(z.string())
      .optional()
      .meta({ 'x-extension': true, description: 'Ids of the checks that a presentation failed.' }),
    pointer: z
      .string()
      .optional()
      .meta({ 'x-extension': true, description: 'JSON Pointer to what is wrong in the body. RFC 6901' }),
    member: z.string().optional().meta({ 'x-extension': true, description: 'The member of the body that is wrong.' }),
    legal_values: z.array(z.unknown()).optional().meta({ 'x-extension': true, description: 'What it may be.' }),
    instead: z
      .looseObject({})
      .optional()
      .meta({ 'x-extension': true, description: 'A body that makes just what the refused one asked for.' }),
    redirect_uri: z
      .url()
      .optional()
      .meta({ 'x-extension': true, description: 'Only in the test error_answer_with_redirect, for the browser.' }),
    reason: z.string().optional().meta({ 'x-extension': true, description: 'A fixed word for what is wrong.' }),
    errors: z
      .array(
        z.looseObject({
          code: z.string().optional(),
          pointer: z.string().optional(),
          message: z.string(),
          clause: z.string().nullable().optional(),
        }),
      )
      .optional()
      .meta({
        'x-extension': true,
        description: 'Everything that is wrong; the other members describe the first problem.',
      }),
  })
  .meta({ id: 'Error' })
export const zHealth = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export const zJwks = z.object({ keys: z.array(z.looseObject({})) }).meta({ id: 'Jwks' })

export const json = (schema: z.ZodType) => ({ 'application/json': schema })
export const error = json(zError)

const editionIds = editionFacts.map(({ id }) => id)
const zCommit = z.string().regex(/^[0-9a-f]{7,40}$/)

/** An edition of the official cases, as queries name it. */
export const zEditionName = z.union([z.enum(editionIds), zCommit])

/** The same, or a draft by its id. */
export const zShownEdition = z.union([z.enum([...editionIds, ...drafts.map(({ id }) => id)]), zCommit])
