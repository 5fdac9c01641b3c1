import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

const methods = ['once_only', 'limited_time', 'rotating-batch', 'per-relying-party'] as const

/** A single credential, which is replaced before it ends. */
export const isSingle = (details: readonly (typeof methods)[number][]): boolean => details.join() === 'limited_time'

const zReuseOption = z
  .strictObject({
    details: z.array(z.enum(methods)).min(1).max(methods.length),
    batch_size: z.int().min(2).max(100).optional(),
    reissue_trigger_unused: z.int().min(0).max(99).optional(),
    reissue_trigger_lifetime_left: z
      .int()
      .min(1)
      .max(30 * 86_400)
      .optional(),
  })
  .refine(
    ({ details }) => details.filter((one) => one === 'once_only' || one === 'limited_time').length === 1,
    'must name exactly one of once_only and limited_time',
  )
  .refine(
    ({ details, batch_size: size }) => isSingle(details) === (size === undefined),
    'must have a batch_size unless limited_time stands alone',
  )
  .refine(
    ({ details, batch_size: size = 0, reissue_trigger_unused: unused }) =>
      unused === undefined ? !details.includes('once_only') : unused < size,
    'must have a reissue_trigger_unused below batch_size where it says once_only',
  )
  .refine(
    ({ details, reissue_trigger_lifetime_left: left }) => !details.includes('limited_time') || left !== undefined,
    'must have a reissue_trigger_lifetime_left where it says limited_time',
  )

/** How often a wallet is to present a credential of a laboratory, and when it is to get new ones. */
export const reusePolicyOptions = {
  reuse_policy: laboratoryOption({
    schema: z
      .strictObject({
        id: z.literal('arf_annex_ii').default('arf_annex_ii'),
        options: z.array(zReuseOption).min(1).max(4),
      })
      .nullable(),
    byDefault: null,
    description:
      'credential_reuse_policy of each credential configuration, by preference. ARF Annex 2, ISSU_37 to ISSU_57',
  }),
}
