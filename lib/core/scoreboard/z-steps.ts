import { z } from 'zod'
import { jsonDepthMax } from '../shared/http/limits'
import { isShallow } from '../shared/values/json'
import { capabilities } from './pipelines/run-types'

/** Steps of one report. */
const stepsMax = 1000
/** The most that one step may count, so that no report outweighs all others. The hook that adds up has the same bound. */
const countMax = 1000

const zCount = z
  .strictObject({
    id: z.enum(capabilities),
    passed: z.int().min(0).max(countMax),
    total: z.int().min(1).max(countMax),
  })
  .refine(({ passed, total }) => passed <= total, { path: ['passed'], message: 'must not be more than total' })

/**
 * The steps of a report. Members that this service reads have a form; every other one is kept, because older reports
 * describe their steps in members of their own.
 */
export const zSteps = z
  .array(
    z.looseObject({
      session_id: z.string().max(200).optional().meta({ description: 'A session of this service' }),
      capabilities: z
        .array(zCount)
        .max(capabilities.length)
        .refine((counts) => new Set(counts.map(({ id }) => id)).size === counts.length, 'must name each id once')
        .optional()
        .meta({
          description:
            'How often the wallet was right, by capability. Of a step with a session, the service reads this from the session.',
        }),
    }),
  )
  .max(stepsMax)
  .refine((steps) => isShallow(steps, jsonDepthMax), 'must not be nested so deeply')

export type ReportedStep = z.output<typeof zSteps>[number]
