import { z } from 'zod'
import type { ViewOf } from './view-of'

/** Why a session failed, and what to do next, in a read-back. */
export const zCause = z
  .object({
    check: z.string().meta({ description: 'The check whose finding it is.' }),
    exchange_id: z.uuid().nullable(),
    sentence: z
      .string()
      .meta({ description: 'What was wrong, as a sentence: the diagnosed cause where one is known.' }),
    fix: z.string().nullable().meta({ description: 'What to change in the wallet.' }),
  })
  .meta({
    'x-extension': true,
    description:
      'The failure that is told first on every page and in every report: the first that refused a request, otherwise the first. Null without a failure.',
  })

/** What can be done after a refusal, by what is still valid. */
export const zNextStep = z
  .object({
    do: z.string().meta({ description: 'What to do next, as a sentence.' }),
    because: z.string().meta({ description: 'What is still valid and what is used up, as a sentence.' }),
    operation: z.string().nullable().meta({
      description:
        'The operation with which the wallet goes on in this session, e.g. requestToken. Null where only a new session helps.',
    }),
  })
  .meta({
    'x-extension': true,
    description: 'What to do after the last request was refused. Null while nothing is refused.',
  })

export type SessionCause = ViewOf<typeof zCause>
export type NextStep = ViewOf<typeof zNextStep>
