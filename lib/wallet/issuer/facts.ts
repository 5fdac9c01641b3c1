import type { StatusList } from '../formats/credential-status'
import type { WalletKey } from '../jose/key'
import type { JsonObject } from '../json'
import type { TrustReport } from '../trust/finding'
import type { KeyAttester } from './credential/attester'
import type { CredentialOffer } from './offer/credential-offer'

/** What the wallet has learned so far. Null means: not yet, or the issuer has none. */
export interface Facts {
  offerUrl: string | null
  offer: CredentialOffer | null
  issuerMetadata: JsonObject | null
  /** The certificates that the metadata are signed with, leaf first, in base64 of DER; null for metadata that are not signed. */
  metadataSigner: string[] | null
  /** What the wallet found out about the trust in the issuer; null where it does not evaluate that. */
  trust: TrustReport | null
  /** Who has to have issued the credential, as PEM; null where the wallet cannot tell. */
  providers: string[] | null
  asMetadata: JsonObject | null
  configurationId: string | null
  /** The `client_id` of the token request; null when the wallet stayed anonymous. */
  clientId: string | null
  /** The code from the offer or from the authorization response. */
  code: string | null
  accessToken: string | null
  /** When the access token is over, in epoch seconds; null when the issuer did not say. */
  accessTokenUntil: number | null
  /** The newest refresh token; null when the issuer gave none. */
  refreshToken: string | null
  /** Identifiers of the datasets that the token is for; none where the token response gave none. */
  credentialIdentifiers: string[]
  /** The one that is asked for; null for none. */
  credentialIdentifier: string | null
  /** The nonce for the proof, from the nonce endpoint where there is one. */
  cNonce: string | null
  /** A nonce in the token response, which OID4VCI 1.0 does not define. */
  tokenCNonce: string | null
  dpopKey: WalletKey
  /** The key of the wallet attestation, once there is one. */
  instanceKey: WalletKey | null
  /** The test wallet provider, once a key was attested. */
  attester: KeyAttester | null
  holderKeys: WalletKey[]
  /** The key that the credential response is encrypted to; null when encryption was not requested. */
  responseKey: WalletKey | null
  /** The `transaction_id` of a deferred credential. */
  transactionId: string | null
  /** The `notification_id` of the issued credentials; null when the issuer sent none. */
  notificationId: string | null
  /** Status lists by their address, each as long as it may be kept. */
  statusLists: Map<string, StatusList>
  /** The newest `DPoP-Nonce` of the authorization server and of the resource server (RFC9449-9). */
  dpopNonces: { as: string | null; rs: string | null }
}
