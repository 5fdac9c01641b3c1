import { z } from 'zod'
import type { JsonObject } from '../../ground/values/json'

/** A credential offer. OID4VCI-1FINAL-4.1.1 */
export const zCredentialOffer = z
  .looseObject({
    credential_issuer: z.url(),
    credential_configuration_ids: z.array(z.string()).min(1),
    grants: z.looseObject({}) as z.ZodType as z.ZodType<JsonObject>,
  })
  .meta({ id: 'CredentialOffer' })

/** An offer as this service builds it, with exactly the members it uses. */
export type CredentialOffer = Pick<
  z.infer<typeof zCredentialOffer>,
  'credential_issuer' | 'credential_configuration_ids' | 'grants'
>
