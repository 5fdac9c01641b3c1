import { z } from 'zod'

const status = z
  .enum(['valid', 'invalid', 'suspended'])
  .meta({ description: 'invalid revokes for good; suspended can be taken back with valid.' })

/** Body of `POST /sessions/{sessionId}/laboratory/statuses`. */
export const zStatusChange = z
  .union([
    z.strictObject({
      list: z.int().min(1),
      index: z.int().min(0),
      status,
    }),
    z.strictObject({ all: z.literal(true), status }),
  ])
  .meta({ id: 'StatusChange' })

/** The response: the entries that were asked for, as they are now. */
export const zStatusesChanged = z
  .object({ statuses: z.array(z.object({ list: z.int(), index: z.int(), status })) })
  .meta({ id: 'StatusesChanged' })
