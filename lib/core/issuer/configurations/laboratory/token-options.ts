import { z } from 'zod'
import { accessTokenTtlSeconds } from '../../../ground/time/durations'
import { laboratoryOption } from './laboratory-option'

/** What the token endpoint of a laboratory grants. */
export const tokenOptions = {
  token_c_nonce: laboratoryOption({
    schema: z.boolean(),
    byDefault: false,
    shared: true,
    description: 'Whether a token response has a c_nonce, as in earlier drafts; OpenID4VCI 1.0 has none there.',
  }),
  access_token_seconds: laboratoryOption({
    schema: z.int().min(10).max(accessTokenTtlSeconds),
    byDefault: accessTokenTtlSeconds,
    description: 'Seconds that an access token is valid. RFC 6749 section 5.1',
  }),
}
