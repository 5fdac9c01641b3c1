import { z } from 'zod'
import { credentialTtlSeconds } from '../../../ground/time/durations'
import { laboratoryOption } from './laboratory-option'

/** How long what a laboratory issues is valid. */
export const validityOptions = {
  credential_seconds: laboratoryOption({
    schema: z
      .int()
      .min(60)
      .max(30 * 86_400),
    byDefault: credentialTtlSeconds,
    description:
      'Seconds that a credential is valid. From two days on they count from midnight (UTC), from two hours on from the hour.',
  }),
}
