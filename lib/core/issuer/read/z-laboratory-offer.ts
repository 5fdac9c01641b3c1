import { z } from 'zod'
import { zFlow, zOfferMode } from './z-session-created'

/** Body of `POST /sessions/{sessionId}/laboratory/offers`; what is left out is as in the session. */
export const zLaboratoryOfferRequest = z
  .strictObject({
    flow: zFlow.optional(),
    credential_configuration_id: z.string().optional(),
    credential_offer_mode: zOfferMode.optional(),
  })
  .meta({ id: 'LaboratoryOfferRequest' })

/** A later offer of a laboratory. */
export const zLaboratoryOffer = z
  .object({
    offer_url: z.url(),
    deeplink: z.string(),
    tx_code: z
      .string()
      .optional()
      .meta({ description: 'The code for the user to enter in the wallet, if there is one.' }),
  })
  .meta({ id: 'LaboratoryOffer' })

export type LaboratoryOffer = Readonly<z.infer<typeof zLaboratoryOffer>>
