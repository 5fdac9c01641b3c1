import type { StoredExchange } from '../../ground/ports/store-types'
import { continues, type IssuerDeviation, type NextStep, stops } from './issuer-deviation'
import { goesOnToTheEnd, goesOnWith } from './next-step'
import { without } from './without'

/** A wallet that still sends a DPoP proof with its token did not treat it as a bearer token. */
function presentsAsBearer(later: readonly StoredExchange[]): NextStep | null {
  const exchange = later.find(({ operation }) => operation === 'requestCredential')
  if (exchange === undefined) return null
  const isBound = exchange.findings.some(({ id, status }) => id === 'vci.dpop.scheme' && status === 'pass')
  return isBound
    ? { did: 'refused', exchange, seen: 'the token still came with a DPoP proof' }
    : { did: 'continued', exchange, seen: 'the token came without the DPoP scheme' }
}

/** The token response is wrong, or merely unusual. RFC6749-5.1, RFC9449-5 */
export const tokenDeviations: readonly IssuerDeviation[] = [
  {
    id: 'token_type_bearer',
    title: 'The token response calls a token Bearer that is bound to the DPoP key.',
    clause: 'RFC9449-5',
    ...stops('The wallet must not present the token as a bearer token.'),
    changes: { token: (answer) => ({ ...answer, token_type: 'Bearer' }) },
    next: presentsAsBearer,
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
