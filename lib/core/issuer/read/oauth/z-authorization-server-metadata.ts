import { z } from 'zod'

/** Authorization server metadata as we publish it. RFC8414-2 */
export const zAuthorizationServerMetadata = z.looseObject({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  scopes_supported: z.array(z.string()).optional(),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
})

export type AuthorizationServerMetadata = z.infer<typeof zAuthorizationServerMetadata>
