import { z } from 'zod'
import { createdLinks } from '../../engine/sessions/z-session'
import { flows, offerModes } from './session-options'

/** How the credential is granted, and how the offer reaches the wallet. */
export const zFlow = z.enum(flows)
export const zOfferMode = z.enum(offerModes)

/** The response to the creation of an issuance session. */
export const zIssuanceSessionCreated = z
  .object({
    session_id: z.uuid(),
    issuer_configuration_id: z.string(),
    issuer_identifier: z.url(),
    authorization_server_identifier: z.url(),
    flow: zFlow,
    credential_offer_mode: zOfferMode,
    credential_configuration_id: z.string(),
    offer_url: z.url(),
    deeplink: z.string(),
    status: z.literal('created'),
    tx_code: z.string().optional().meta({
      'x-extension': true,
      description: 'The code for the user to enter in the wallet, if the session requires one.',
    }),
    laboratory_url: z.url().optional().meta({
      'x-extension': true,
      description: 'The metadata of the issuer that this session has for itself; absent without a laboratory.',
    }),
    ...createdLinks,
  })
  .meta({ id: 'IssuanceSessionCreated' })

export type IssuanceSessionCreated = Readonly<z.infer<typeof zIssuanceSessionCreated>>
