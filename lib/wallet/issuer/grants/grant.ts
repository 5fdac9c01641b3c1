import { Refused, WalletStop } from '../../errors'
import { stringMember, stringsMember } from '../../json'
import { atFirstRequest } from '../../misbehaviours/issuer/first-request'
import { need } from '../../run'
import { authenticateClient, clientMethod } from '../client/authenticate'
import { fetchAsMetadata } from '../metadata/metadata'
import { authorizationCodeGrant, type CredentialOffer, preAuthorizedCodeGrant } from '../offer/credential-offer'
import { type Run, requireThat, skipsRule } from '../run'
import { followToWallet, pushAuthorizationRequest } from './authorization-code'
import { authorizationDetails, ownClientId, requestToken, usesDetails } from './token-request'

/**
 * Obtains an access token through the offer's grant; of two, through the one that needs no browser. Without grants in
 * the offer, the authorization server's metadata decides (OID4VCI-1FINAL-4.1.1).
 * @throws WalletStop, Refused
 */
export async function obtainToken(run: Run): Promise<void> {
  const { preAuthorized, authorizationCode } = need(run.facts.offer, 'credential offer')
  run.facts.asMetadata = await fetchAsMetadata(run, (preAuthorized ?? authorizationCode)?.authorizationServer ?? null)
  if (preAuthorized !== null) {
    if (run.misbehaviour !== null) run.misbehaviour = atFirstRequest(run.misbehaviour)
    return redeemPreAuthorizedCode(run, preAuthorized)
  }
  if (authorizationCode === null) {
    // The default of `grant_types_supported` includes the authorization code grant (RFC8414-2).
    const supported = stringsMember(run.facts.asMetadata, 'grant_types_supported') ?? [authorizationCodeGrant]
    if (!supported.includes(authorizationCodeGrant))
      throw new WalletStop('The offer has no grant that this wallet supports')
  }
  return redeemAuthorizationCode(run, authorizationCode?.issuerState ?? null)
}

/**
 * The authorization code grant (OID4VCI-1FINAL-5) with a pushed request, PKCE and the same DPoP key throughout
 * (HAIP-1FINAL-4).
 *
 * @param issuerState - from the offer, or null
 * @throws WalletStop, Refused
 */
async function redeemAuthorizationCode(run: Run, issuerState: string | null): Promise<void> {
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

/**
 * Takes the code from the authorization response, after verifying that the response answers our request (`state`,
 * RFC6749-10.12) and comes from the right server (`iss`, RFC9207-2.4).
 *
 * @throws WalletStop when it does not, Refused when it carries an error
 */
function readAuthorizationResponse(run: Run, { searchParams }: URL, state: string): string {
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

/**
 * The pre-authorized code grant (OID4VCI-1FINAL-6.1). Sends `tx_code` exactly if the offer asks for one, and
 * `client_id` only if the profile has one or the server accepts no anonymous client (OID4VCI-1FINAL-12.3).
 * @throws WalletStop, Refused
 */
async function redeemPreAuthorizedCode(run: Run, grant: NonNullable<CredentialOffer['preAuthorized']>): Promise<void> {
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
