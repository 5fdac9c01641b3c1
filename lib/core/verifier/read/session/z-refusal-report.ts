import { z } from 'zod'

/** Body of `POST /openid4vp/sessions/{sessionId}/refusal`. */
export const zRefusalReport = z
  .looseObject({
    shown: z.enum(['error', 'went_on']).meta({
      description: 'What the wallet showed: error, or went_on where it asked the user or offered to present.',
    }),
  })
  .meta({ id: 'RefusalReport' })
