import { z } from 'zod'

/** Body of `POST /sessions/find`. */
export const zFindSession = z
  .looseObject({ deeplink: z.string().min(1).meta({ description: 'The link of a QR code of this service.' }) })
  .meta({ id: 'FindSession' })
