import { continues, type IssuerDeviation, stops, without } from './issuer-deviation'
import { goesOnToTheEnd, goesOnWith, presentsToken, sendsAgain } from './next-step'

/** A wrong or merely unusual token response. RFC6749-5.1, RFC9449-5 */
export const tokenDeviations: readonly IssuerDeviation[] = [
  {
    id: 'token_type_bearer',
    title: 'The token response calls a token Bearer that is bound to the DPoP key.',
    clause: 'RFC9449-5',
    ...stops('The wallet must discard the response: it asked for a token that is bound to its key.'),
    changes: { token: (answer) => ({ ...answer, token_type: 'Bearer' }) },
    next: presentsToken,
  },
  {
    id: 'token_missing_access_token',
    title: 'The token response has no access_token.',
    clause: 'RFC6749-5.1',
    ...stops('The wallet must stop.'),
    changes: { token: without('access_token') },
    next: goesOnWith('requestCredential'),
  },
  {
    id: 'token_type_other_case',
    title: 'The token response writes its token_type in lower case.',
    clause: 'RFC6749-5.1',
    ...continues('The wallet carries on: the type is case-insensitive.'),
    changes: { token: (answer) => ({ ...answer, token_type: String(answer.token_type).toLowerCase() }) },
    next: goesOnToTheEnd,
  },
  {
    id: 'no_expires_in',
    title: 'The token response has no expires_in.',
    clause: 'RFC6749-5.1',
    ...continues('The wallet carries on: the member is only recommended.'),
    changes: { token: without('expires_in') },
    next: goesOnToTheEnd,
  },
]

/** An error with the status of a success. RFC6749-5.1, RFC6749-5.2 */
export const tokenErrorDeviations: readonly IssuerDeviation[] = [
  {
    id: 'token_error_200',
    title: 'The token response has status 200 and holds an error in place of a token.',
    clause: 'RFC6749-5.2',
    ...stops('The wallet must stop: it has no token.'),
    needs: { laboratory: {} },
    changes: {
      token: () => ({
        error: 'invalid_grant',
        error_description: 'This response is wrong on purpose in this session.',
      }),
    },
    next: goesOnWith('requestCredential'),
  },
]

/** The grant of the refresh token ended. RFC6749-5.2 */
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
