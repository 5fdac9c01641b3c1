import { WalletStop } from '../../errors'
import { need } from '../../run'
import { authenticateClient, clientMethod } from '../client/authenticate'
import { type CredentialOffer, preAuthorizedCodeGrant } from '../offer/credential-offer'
import type { Run } from '../run'
import { authorizationDetails, usesDetails } from './authorization-details'
import { ownClientId } from './own-client-id'
import { requestToken } from './token-request'

/**
 * The pre-authorized code grant (OID4VCI-1FINAL-6.1). Sends `tx_code` exactly when the offer asks for one, and
 * `client_id` only when the profile has one or the server accepts no anonymous client (OID4VCI-1FINAL-12.3).
 *
 * @throws WalletStop, Refused
 */
export async function redeemPreAuthorizedCode(
  run: Run,
  grant: NonNullable<CredentialOffer['preAuthorized']>,
): Promise<void> {
  const { profile, facts, txCode } = run
  const authenticates = clientMethod(run) !== 'none'
  const anonymous = facts.asMetadata?.['pre-authorized_grant_anonymous_access_supported'] === true
  if (profile.clientId === null && !anonymous && !authenticates) {
    throw new WalletStop('The authorization server lets no anonymous client in and the wallet has no client_id')
  }
  if (grant.txCode !== null && txCode === null) throw new WalletStop('The offer asks for a transaction code')
  facts.code = grant.code
  facts.clientId = profile.clientId ?? (authenticates ? ownClientId : null)
  const form = (): [string, string][] => [
    ['grant_type', preAuthorizedCodeGrant],
    ['pre-authorized_code', need(facts.code, 'pre-authorized code')],
    ...(grant.txCode === null || txCode === null ? [] : ([['tx_code', txCode]] satisfies [string, string][])),
    ...(profile.authorizationDetails && usesDetails(run) ? [authorizationDetails(run)] : []),
    // The attestation already names the client.
    ...(profile.clientId === null ? [] : ([['client_id', profile.clientId]] satisfies [string, string][])),
  ]
  await requestToken(run, form, () => authenticateClient(run, 'token', facts.clientId ?? ownClientId))
}
