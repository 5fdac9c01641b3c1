import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

/** What a laboratory says of itself. */
export const metadataOptions = {
  authorization_servers: laboratoryOption({
    schema: z.enum(['self', 'listed', 'two', 'first_dead']),
    byDefault: 'self',
    description:
      'Which authorization servers the metadata lists: none (self), another identifier (listed), the issuer and another one (two), ' +
      'or a dead one and a living one (first_dead). OpenID4VCI 1.0 section 12.2.4',
  }),
  signed_metadata: laboratoryOption({
    schema: z.enum(['on_request', 'never']),
    byDefault: 'on_request',
    description: 'Whether metadata is signed for wallets that ask for application/jwt. OpenID4VCI 1.0 section 12.2.2',
  }),
  mtls_endpoint_aliases: laboratoryOption({
    schema: z.boolean(),
    byDefault: false,
    description: 'Whether the authorization server metadata has mtls_endpoint_aliases. RFC 8705 section 5',
  }),
}
