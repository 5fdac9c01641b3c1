import { Refused, WalletStop } from '../../errors'
import { stringMember } from '../../json'
import { requireThat, skipsRule } from '../care'
import type { Run } from '../run'

/**
 * Takes the code from the authorization response, after verifying that the response answers our request (`state`,
 * RFC6749-10.12) and comes from the right server (`iss`, RFC9207-2.4).
 *
 * @throws WalletStop when it does not, Refused when it carries an error
 */
export function readAuthorizationResponse(run: Run, { searchParams }: URL, state: string): string {
  const { asMetadata } = run.facts
  const isOurs = searchParams.getAll('state').join() === state
  requireThat(run, 'authz_state', isOurs, 'The state of the authorization response is not ours')
  const iss = searchParams.get('iss')
  const promised = asMetadata?.authorization_response_iss_parameter_supported === true
  const isAsked = iss === null ? !promised : iss === stringMember(asMetadata, 'issuer')
  requireThat(run, 'authz_iss', isAsked, 'The iss of the authorization response is not the authorization server')
  const error = searchParams.get('error')
  if (error !== null && skipsRule(run, 'authz_error')) return 'a-code-that-nobody-gave'
  if (error !== null) {
    throw new Refused('authorize', {
      status: 302,
      error,
      error_description: searchParams.get('error_description'),
      error_uri: searchParams.get('error_uri'),
    })
  }
  const code = searchParams.get('code')
  if (code === null || code === '') throw new WalletStop('The authorization response carries no code')
  return code
}
