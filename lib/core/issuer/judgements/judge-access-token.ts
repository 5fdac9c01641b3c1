import { type Outcome, pass, violated } from '../../engine/checks/check'
import { quote, say } from '../../ground/values/wording'
import type { AccessTokenReading } from '../read/oauth/read-access-token'

/**
 * Judges how a request that follows the credential request carries its access token, and whether that is alive.
 * @see RFC6750-2, RFC9449-7
 */
export function judgeAccessToken({ state, inQuery, inBody, headerCount }: AccessTokenReading): Outcome {
  const expected = say`one current access token in the Authorization header`
  if (inQuery || inBody || headerCount > 1)
    return violated({
      expected,
      actual: inQuery ? say`in the query` : inBody ? say`in the body` : say`${headerCount} headers`,
      error: 'invalid_request',
    })
  return state === 'alive' ? pass() : violated({ expected, actual: quote(state.replaceAll('_', ' ')) })
}
