import { isObject } from '../../ground/values/json'
import { type IssuerDeviation, stops } from './issuer-deviation'

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
    next: (later) => {
      const again = later.find(
        ({ operation, body }) => operation === 'requestToken' && isObject(body) && body.grant_type === 'refresh_token',
      )
      return again === undefined ? null : { did: 'continued', exchange: again, seen: 'a second refresh' }
    },
  },
]
