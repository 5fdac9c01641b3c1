import type { StatusList } from '../formats/credential-status'
import type { WalletKey } from '../jose/key'
import type { JsonObject } from '../json'
import type { TrustReport } from '../trust/finding'
import type { KeyAttester } from './credential/attester'
import type { CredentialOffer } from './offer/credential-offer'

/** What the wallet has learned so far. Null: not yet, or the issuer has none. */
export interface Facts {
  offerUrl: string | null
  offer: CredentialOffer | null
  issuerMetadata: JsonObject | null
  /** The certificates that sign the metadata, leaf first, base64 DER; null for unsigned metadata. */
  metadataSigner: string[] | null
  /** The result of evaluating trust in the issuer; null if trust is not evaluated. */
  trust: TrustReport | null
  /** Who must have issued the credential, as PEM; null if unknown. */
  providers: string[] | null
  asMetadata: JsonObject | null
  configurationId: string | null
  /** The `client_id` of the token request; null when the wallet stayed anonymous. */
  clientId: string | null
  /** The code from the offer or from the authorization response. */
  code: string | null
  accessToken: string | null
  /** When the access token expires, in epoch seconds; null if the issuer did not say. */
  accessTokenUntil: number | null
  /** The newest refresh token; null if there is none. */
  refreshToken: string | null
  /** Identifiers of the datasets that the token is for; empty if the token response has none. */
  credentialIdentifiers: string[]
  /** The requested dataset; null for none. */
  credentialIdentifier: string | null
  /** The nonce for the proof, from the nonce endpoint if there is one. */
  cNonce: string | null
  /** A nonce in the token response, which OID4VCI 1.0 does not define. */
  tokenCNonce: string | null
  dpopKey: WalletKey
  /** The key of the wallet attestation, once there is one. */
  instanceKey: WalletKey | null
  /** The entry of the status lists of this wallet unit for this issuer, once an attestation names it. */
  statusIndex: number | null
  /** The test wallet provider, once it has attested a key. */
  attester: KeyAttester | null
  holderKeys: WalletKey[]
  /** The key that the credential response is encrypted to; null if encryption was not requested. */
  responseKey: WalletKey | null
  /** The `transaction_id` of a deferred credential. */
  transactionId: string | null
  /** The `notification_id` of the issued credentials; null when the issuer sent none. */
  notificationId: string | null
  /** Status lists by address, while they may be kept. */
  statusLists: Map<string, StatusList>
  /** The newest `DPoP-Nonce` of the authorization server and of the resource server (RFC9449-9). */
  dpopNonces: { as: string | null; rs: string | null }
}
