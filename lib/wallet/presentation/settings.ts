/** How this wallet presents where the specification leaves it the choice. */
export interface PresentationProfile {
  /** How the request object is fetched: as the link says, or by GET although the link allows POST. */
  fetch: 'as_asked' | 'get'
  /** Sends a `wallet_nonce` where the request object is fetched by POST. */
  walletNonce: boolean
  /** Sends `wallet_metadata` there; `encrypted` adds a key, so that the request object comes encrypted. */
  walletMetadata: 'none' | 'plain' | 'encrypted'
  /** Content encryption of the response, the preferred one first (HAIP-1FINAL-5). */
  encValues: string[]
  /** What the user says to the request. */
  consent: 'given' | 'denied'
  /** Presents what it holds, or a credential that it made itself, of an issuer that nobody knows. */
  credential: 'held' | 'foreign'
  /** Types of transaction data that it shows to its user, member by member. Others it refuses (OID4VP-1FINAL-8.4). */
  transactionTypes: string[]
  /** Response types that it answers; HAIP has vp_token alone (HAIP-1FINAL-5). */
  responseTypes: string[]
  /** How it calls itself in an ID Token (SIOP2-8). */
  idTokenSubject: 'jwk_thumbprint' | 'did:jwk' | 'did:key'
  /** Opens the `redirect_uri` of the answer, as the user's browser would. */
  followRedirect: boolean
  /** Verifies the request, or believes whatever it says: for tests of verifiers. */
  verification: 'full' | 'none'
}

export const defaultPresentationProfile: PresentationProfile = {
  fetch: 'as_asked',
  walletNonce: true,
  walletMetadata: 'plain',
  encValues: ['A256GCM', 'A128GCM'],
  consent: 'given',
  credential: 'held',
  responseTypes: ['vp_token', 'vp_token id_token'],
  idTokenSubject: 'jwk_thumbprint',
  transactionTypes: ['payment', 'qes'],
  followRedirect: true,
  verification: 'full',
}
