import { z } from 'zod'
import { statusBits } from '../../../ground/status/status-bits'
import { laboratoryOption } from './laboratory-option'
import { statusForms } from './status-forms'

/** What a laboratory says of the status of its credentials. */
export const statusOptions = {
  status: laboratoryOption({
    schema: z
      .strictObject({
        format: z
          .enum(['jwt', 'cwt', 'both'])
          .default('jwt')
          .meta({ description: 'How lists are signed; both: as the wallet asks in Accept.' }),
        bits: z.literal(statusBits).default(2).meta({ description: 'Bits of one entry; 1 has no room for suspended.' }),
        ttl: z.int().min(1).max(86_400).default(60).meta({ description: 'Seconds that a list may be cached.' }),
        form: z
          .enum(statusForms)
          .default('right')
          .meta({ description: 'What is wrong with the status, or with its list; each is a fault too.' }),
      })
      .nullable(),
    byDefault: null,
    description:
      'Refers each credential to a status list that can be changed while the session lives, at most 2000 of them. ' +
      'Token Status List draft 14, HAIP 1.0 section 6.1',
  }),
}
