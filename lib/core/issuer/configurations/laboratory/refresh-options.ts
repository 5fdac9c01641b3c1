import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

/** How a laboratory lets a wallet come back without its user. */
export const refreshOptions = {
  refresh: laboratoryOption({
    schema: z
      .strictObject({
        rotation: z.enum(['none', 'every']).default('none'),
        lifetime_seconds: z
          .int()
          .min(60)
          .max(30 * 86_400)
          .default(86_400),
      })
      .nullable(),
    byDefault: null,
    description:
      'Refresh tokens: whether each use gives a new one, and how many seconds one is valid. RFC 6749 section 6',
  }),
}
