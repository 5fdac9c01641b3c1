import { need } from '../../run'
import { authenticateClient } from '../client/authenticate'
import { authorizationCodeGrant } from '../offer/credential-offer'
import type { Run } from '../run'
import { readAuthorizationResponse } from './authorization-response'
import { followToWallet } from './authorize'
import { ownClientId } from './own-client-id'
import { pushAuthorizationRequest } from './pushed-request'
import { requestToken } from './token-request'

/**
 * The authorization code grant (OID4VCI-1FINAL-5) with a pushed request, PKCE and the same DPoP key throughout
 * (HAIP-1FINAL-4).
 *
 * @param issuerState - from the offer, or null
 * @throws WalletStop, Refused
 */
export async function redeemAuthorizationCode(run: Run, issuerState: string | null): Promise<void> {
  const { facts, profile } = run
  const clientId = profile.clientId ?? ownClientId
  facts.clientId = clientId
  const pushed = await pushAuthorizationRequest(run, clientId, issuerState)
  const arrival = await followToWallet(run, clientId, pushed)
  facts.code = readAuthorizationResponse(run, arrival, pushed.state)
  const form = (): [string, string][] => [
    ['grant_type', authorizationCodeGrant],
    ['code', need(facts.code, 'authorization code')],
    ['redirect_uri', profile.redirectUri],
    ['code_verifier', pushed.codeVerifier],
    ['client_id', clientId],
  ]
  await requestToken(run, form, () => authenticateClient(run, 'token', clientId))
}
