import { type IssuerDeviation, stops } from './issuer-deviation'
import { sendsAgain } from './next-step'

/** The grant behind a refresh token is over. RFC6749-5.2 */
export const refreshDeviations: readonly IssuerDeviation[] = [
  {
    id: 'refresh_lost',
    title: 'The refresh token is refused as if it had been revoked.',
    clause: 'RFC6749-5.2',
    ...stops('The wallet must not send the refresh token again. It may ask its user to start a new issuance.'),
    needs: { laboratory: { refresh: {} } },
    changes: {
      refusal: {
        at: 'requestToken',
        grant: 'refresh_token',
        error: 'invalid_grant',
        description: 'The refresh token is not valid any more.',
      },
    },
    next: sendsAgain('requestToken', 'refresh_token', 'the same refresh token again'),
  },
]
