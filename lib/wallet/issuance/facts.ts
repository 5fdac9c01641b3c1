import type { WalletKey } from '../jose/key'
import type { JsonObject } from '../json'
import type { KeyAttester } from './credential/attester'
import type { CredentialOffer } from './offer/credential-offer'

/** What the wallet has learned so far. Null means: not yet, or the issuer has none. */
export interface Facts {
  offerUrl: string | null
  offer: CredentialOffer | null
  issuerMetadata: JsonObject | null
  asMetadata: JsonObject | null
  configurationId: string | null
  /** The `client_id` of the token request; null when the wallet stayed anonymous. */
  clientId: string | null
  /** The code of the offer or of the authorization response. */
  code: string | null
  accessToken: string | null
  /** The nonce for the proof, from the nonce endpoint where there is one. */
  cNonce: string | null
  /** A nonce that the token answer carried, outside OID4VCI 1.0. */
  tokenCNonce: string | null
  dpopKey: WalletKey
  /** The key that the wallet attestation speaks for, once there is one. */
  instanceKey: WalletKey | null
  /** The test wallet provider, once a key was attested. */
  attester: KeyAttester | null
  holderKeys: WalletKey[]
  /** The key that the answer to the credential request is encrypted to; null when that was not asked for. */
  responseKey: WalletKey | null
  /** What a notification about the issued credentials is to name; null when the issuer gave none. */
  notificationId: string | null
  /** The newest `DPoP-Nonce` of the authorization server and of the resource server (RFC9449-9). */
  dpopNonces: { as: string | null; rs: string | null }
}
