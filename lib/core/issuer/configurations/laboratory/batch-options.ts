import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'
import { responseClaimsBytesMax, responseClaimsMax } from './own-claims'

const sizeMax = 100

/** How a laboratory gives several credentials at once. */
export const batchOptions = {
  batch: laboratoryOption({
    schema: z
      .strictObject({
        size: z.int().min(2).max(sizeMax).default(10),
        order: z.enum(['proofs', 'reversed']).default('proofs'),
        issue: z.int().min(1).max(sizeMax).optional(),
      })
      .overwrite(({ issue, ...batch }) => ({ ...batch, issue: issue ?? batch.size }))
      .nullable(),
    byDefault: null,
    description:
      'Several credentials for one request: how many proofs it may have, in which order the credentials come, and how many of them. ' +
      `Of types of your own they hold at most ${responseClaimsMax} claims together, members and elements inside them counted, and ${responseClaimsBytesMax} bytes of JSON. OpenID4VCI 1.0 section 12.2.4`,
  }),
}
