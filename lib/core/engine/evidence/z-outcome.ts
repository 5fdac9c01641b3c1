import { z } from 'zod'
import { outcomeIds } from './outcomes'
import type { ViewOf } from './view-of'

/** The outcome in a read-back. */
export const zOutcome = z
  .object({
    id: z.enum(outcomeIds),
    sentence: z.string().meta({ description: 'The headline of the session, in a few words.' }),
    detail: z.string().meta({ description: 'What the headline omits; may be empty.' }),
    success: z
      .boolean()
      .nullable()
      .meta({ description: 'True if the session passed, false if it failed, null without a verdict.' }),
    over: z.boolean().meta({
      description:
        'True once nothing that a wallet sends can change the outcome, its verdict or its counts; only what is told of its screen still can. What arrives later is on record, and does not count.',
    }),
  })
  .meta({
    'x-extension': true,
    description: 'What the session came to, the same in every page, list and report.',
  })

/** What a session came to. */
export type SessionOutcome = ViewOf<typeof zOutcome>
