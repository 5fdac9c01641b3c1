import { continues, type IssuerDeviation, stops } from './issuer-deviation'
import { goesOnToTheEnd, goesOnWith } from './next-step'
import { without } from './without'

/** The token response is wrong, or merely unusual. RFC6749-5.1, RFC9449-5 */
export const tokenDeviations: readonly IssuerDeviation[] = [
  {
    id: 'token_type_bearer',
    title: 'The token response calls a token Bearer that is bound to the DPoP key.',
    clause: 'RFC9449-5',
    // With a DPoP proof it goes on as well: what was called a bearer token is none that it asked for.
    ...stops('The wallet must discard the response: it asked for a token that is bound to its key.'),
    changes: { token: (answer) => ({ ...answer, token_type: 'Bearer' }) },
    next: goesOnWith('requestCredential'),
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
