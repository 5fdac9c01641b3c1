import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

/** How a laboratory keeps proofs fresh. */
export const nonceOptions = {
  nonce: laboratoryOption({
    schema: z.enum(['required', 'absent']),
    byDefault: 'required',
    description: 'Whether the issuer has a nonce endpoint, whose nonce each proof carries. OpenID4VCI 1.0 section 7',
  }),
}
