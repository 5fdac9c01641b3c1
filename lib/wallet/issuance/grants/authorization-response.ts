import { Refused, WalletStop } from '../../errors'
import { stringMember } from '../../json'
import type { Run } from '../run'

/**
 * Takes the code out of the authorization response after it was made sure that the response belongs to our request
 * (`state`, RFC6749-10.12) and comes from the server that was asked (`iss`, RFC9207-2.4).
 *
 * @throws WalletStop when it does not, Refused when it carries an error
 */
export function readAuthorizationResponse(run: Run, { searchParams }: URL, state: string): string {
  const { asMetadata } = run.facts
  if (searchParams.getAll('state').join() !== state)
    throw new WalletStop('The state of the authorization response is not ours')
  const iss = searchParams.get('iss')
  const promised = asMetadata?.authorization_response_iss_parameter_supported === true
  if (iss === null ? promised : iss !== stringMember(asMetadata, 'issuer')) {
    throw new WalletStop('The iss of the authorization response is not the authorization server')
  }
  const error = searchParams.get('error')
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
