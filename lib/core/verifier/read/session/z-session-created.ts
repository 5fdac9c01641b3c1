import { z } from 'zod'
import { createdLinks } from '../../../engine/sessions/z-session'
import { dcApiProtocols } from '../../../shared/ports/dc-api'
import { requestDeliveries, requestUriMethods, responseModes } from './session-options'

export const zAuthorizationRequest = z
  .looseObject({})
  .meta({ id: 'AuthorizationRequest', description: 'Parameters of the request. OpenID4VP section 5' })

/** How the request reaches the wallet, and the response the verifier. */
export const zPresentationMode = {
  request_delivery: z.enum(requestDeliveries),
  request_uri_method: z.enum(requestUriMethods),
  response_mode: z.enum(responseModes),
  scheme: z.string(),
} as const

/** Response to creating a presentation session. */
export const zPresentationSessionCreated = z
  .object({
    session_id: z.uuid(),
    ...zPresentationMode,
    request_uri: z.url(),
    response_uri: z.url(),
    deeplink: z.string(),
    authorization_request: zAuthorizationRequest,
    status: z.literal('created'),
    dc_api: z
      .object({
        origin: z.string().meta({ description: 'What the browser tells the wallet: the origin of this service.' }),
        page_url: z.url().meta({ description: 'The page that asks the wallet.' }),
        request_url: z.url().meta({ description: 'What that page hands to the browser.' }),
        result_url: z.url().meta({ description: 'Where that page posts what the browser handed back.' }),
        protocols: z.array(z.enum(dcApiProtocols)),
      })
      .optional()
      .meta({ description: 'Only with presentation_channel dc_api.', 'x-extension': true }),
    redirect_uri: z.url().optional().meta({
      description: 'Only with redirect_uri: what a processed response is answered with.',
      'x-extension': true,
    }),
    ...createdLinks,
  })
  .meta({ id: 'PresentationSessionCreated' })

export type PresentationSessionCreated = Readonly<z.infer<typeof zPresentationSessionCreated>>
