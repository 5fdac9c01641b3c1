import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

const daySeconds = 86_400

/** How long a laboratory exists. */
export const lifetimeOptions = {
  lifetime_seconds: laboratoryOption({
    schema: z
      .int()
      .min(60)
      .max(30 * daySeconds),
    byDefault: daySeconds,
    description: 'Seconds that the issuer is served.',
  }),
}
