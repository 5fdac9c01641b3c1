import { z } from 'zod'
import { createdLinks } from '../../../engine/sessions/z-created-links'
import { requestDeliveries, requestUriMethods, responseModes } from './session-options'

export const zAuthorizationRequest = z
  .looseObject({})
  .meta({ id: 'AuthorizationRequest', description: 'Parameters of the request. OpenID4VP section 5' })

/** How the request reaches the wallet, and the answer the verifier. */
export const zPresentationMode = {
  request_delivery: z.enum(requestDeliveries),
  request_uri_method: z.enum(requestUriMethods),
  response_mode: z.enum(responseModes),
  scheme: z.string(),
} as const

/** The response to the creation of a presentation session. */
export const zPresentationSessionCreated = z
  .object({
    session_id: z.uuid(),
    ...zPresentationMode,
    request_uri: z.url(),
    response_uri: z.url(),
    deeplink: z.string(),
    authorization_request: zAuthorizationRequest,
    status: z.literal('created'),
    ...createdLinks,
  })
  .meta({ id: 'PresentationSessionCreated' })

export type PresentationSessionCreated = Readonly<z.infer<typeof zPresentationSessionCreated>>
