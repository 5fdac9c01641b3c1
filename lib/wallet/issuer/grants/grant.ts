import { WalletStop } from '../../errors'
import { stringsMember } from '../../json'
import { need } from '../../run'
import { fetchAsMetadata } from '../metadata/as-metadata'
import { authorizationCodeGrant } from '../offer/credential-offer'
import type { Run } from '../run'
import { redeemAuthorizationCode } from './authorization-code'
import { redeemPreAuthorizedCode } from './pre-authorized-code'

/**
 * Obtains an access token by the grant of the offer; of two, by the one that needs no browser. Without grants in the
 * offer, the metadata of the authorization server decides (OID4VCI-1FINAL-4.1.1).
 *
 * @throws WalletStop, Refused
 */
export async function obtainToken(run: Run): Promise<void> {
  const { preAuthorized, authorizationCode } = need(run.facts.offer, 'credential offer')
  run.facts.asMetadata = await fetchAsMetadata(run, (preAuthorized ?? authorizationCode)?.authorizationServer ?? null)
  if (preAuthorized !== null) return redeemPreAuthorizedCode(run, preAuthorized)
  if (authorizationCode === null) {
    // The default of `grant_types_supported` includes the authorization code grant (RFC8414-2).
    const supported = stringsMember(run.facts.asMetadata, 'grant_types_supported') ?? [authorizationCodeGrant]
    if (!supported.includes(authorizationCodeGrant))
      throw new WalletStop('The offer has no grant that this wallet supports')
  }
  return redeemAuthorizationCode(run, authorizationCode?.issuerState ?? null)
}
