import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

/** Whether a laboratory issues later than it is asked to. OID4VCI-1FINAL-9 */
export const deferredOptions = {
  deferred: laboratoryOption({
    schema: z
      .strictObject({
        interval: z.int().min(1).max(3600).default(5),
        pending: z.int().min(0).max(20).default(1),
        outcome: z.enum(['issue', 'deny', 'lose']).default('issue'),
      })
      .nullable(),
    byDefault: null,
    description:
      'Credentials are issued later: how many seconds the wallet has to wait between two deferred credential requests, how ' +
      'many of them are told to wait, and whether the next one is then issued, denied, or told that its transaction_id is ' +
      'not known. OpenID4VCI 1.0 section 9',
  }),
}
