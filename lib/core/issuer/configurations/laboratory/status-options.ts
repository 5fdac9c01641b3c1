import { z } from 'zod'
import { statusBits } from '../../../shared/status/status-bits'
import { laboratoryOption } from './laboratory-option'

/** Invalid forms of `status` in a credential. TSL14-6.2, TSL14-6.3, RFC 3986 */
const wrongReferences = [
  'empty',
  'without_list',
  'idx_missing',
  'idx_negative',
  'idx_text',
  'uri_missing',
  'uri_no_scheme',
  'uri_space',
  'uri_bad_percent',
  'uri_pipe',
  'uri_empty',
] as const

export type WrongReference = (typeof wrongReferences)[number]

/** Errors that show only in the list itself. TSL14-8.3 */
const wrongLists = ['out_of_bounds', 'sub_differs', 'list_expired', 'list_bad_signature', 'list_404'] as const

export type WrongList = (typeof wrongLists)[number]

/** Values of `form`. */
const statusForms = ['right', ...wrongReferences, ...wrongLists] as const

/** Status references of a laboratory's credentials. */
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
