import { WalletStop } from '../errors'
import { fetchAsMetadata } from '../metadata/as-metadata'
import { need, type Run } from '../run'
import { redeemPreAuthorizedCode } from './pre-authorized-code'

/**
 * Obtains an access token by the grant of the offer (OID4VCI-1FINAL-4.1.1). A further grant is a further branch here
 * and a file beside this one.
 *
 * @throws WalletStop, IssuerRefusal
 */
export async function obtainToken(run: Run): Promise<void> {
  const offer = need(run.facts.offer, 'credential offer')
  if (offer.preAuthorized !== null) {
    run.facts.asMetadata = await fetchAsMetadata(run, offer.preAuthorized.authorizationServer)
    return redeemPreAuthorizedCode(run, offer.preAuthorized)
  }
  throw new WalletStop('The offer has no grant that this wallet supports')
}
