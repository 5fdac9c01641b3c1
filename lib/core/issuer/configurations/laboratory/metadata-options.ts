import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

/** What a laboratory says of itself. */
export const metadataOptions = {
  signed_metadata: laboratoryOption({
    schema: z.enum(['on_request', 'never']),
    byDefault: 'on_request',
    description: 'Whether metadata is signed for wallets that ask for application/jwt. OpenID4VCI 1.0 section 12.2.2',
  }),
}
