import type { TrustNeglect } from '../trust/trust-context'
import { paymentType } from './request/transaction-data'

/** How this wallet presents where the specification leaves the choice to it. */
export interface PresentationProfile {
  /** How the request object is fetched: as the link says, or by GET even if the link allows POST. */
  fetch: 'as_asked' | 'get'
  /** Sends a `wallet_nonce` when the request object is fetched by POST. */
  walletNonce: boolean
  /** Sends `wallet_metadata` there. `encrypted` adds a key, so that the verifier encrypts the request object. */
  walletMetadata: 'none' | 'plain' | 'encrypted'
  /** Content encryption of the response, in order of preference (HAIP-1FINAL-5). */
  encValues: string[]
  /** The user's answer to the request. */
  consent: 'given' | 'denied'
  /** How a browser learns that the user did not agree: by nothing but the end of its call, or by an error response. */
  browserDenial: 'cancelled' | 'error'
  /** How long the user takes to decide that a browser gets an error response, in milliseconds (OID4VP-1FINAL-15.9.2). */
  consentMillis: number
  /** Presents what the wallet holds, or a credential that it issues to itself under an unknown issuer. */
  credential: 'held' | 'foreign'
  /** Types of transaction data that it shows to its user, member by member. It refuses others (OID4VP-1FINAL-8.4). */
  transactionTypes: string[]
  /** Formats of attestations about verifiers that it knows: bound to a key, with a proof. It ignores others (OID4VP-1FINAL-5.11). */
  verifierInfoFormats: string[]
  /** Response types that it supports; HAIP allows only vp_token (HAIP-1FINAL-5). */
  responseTypes: string[]
  /** Takes only requests that HAIP allows (HAIP-1FINAL-5). */
  haipOnly: boolean
  /** Its subject syntax type in an ID Token (SIOP2-8). */
  idTokenSubject: 'jwk_thumbprint' | 'did:jwk' | 'did:key'
  /** Opens the `redirect_uri` of the answer like the user's browser. */
  followRedirect: boolean
  /** It was opened on the device of its user, so that a response without a `redirect_uri` is an error (HAIP-1FINAL-5.1). */
  needsRedirect: boolean
  /** Takes whatever comes back for a presentation as a success: for tests of verifiers. */
  takesAnyResponse: boolean
  /** Reads the status list of what it is about to show, and shows nothing that is revoked or suspended. */
  checkStatus: boolean
  /** Verifies the request, or believes everything: for tests of verifiers. */
  verification: 'full' | 'none'
  /** What a careless wallet leaves out where it is set to evaluate the trust in verifiers. */
  neglects: TrustNeglect
}

export const defaultPresentationProfile: PresentationProfile = {
  fetch: 'as_asked',
  walletNonce: true,
  walletMetadata: 'plain',
  encValues: ['A256GCM', 'A128GCM'],
  consent: 'given',
  browserDenial: 'cancelled',
  consentMillis: 1200,
  credential: 'held',
  responseTypes: ['vp_token', 'vp_token id_token'],
  haipOnly: false,
  idTokenSubject: 'jwk_thumbprint',
  transactionTypes: ['payment', 'qes', paymentType],
  verifierInfoFormats: ['urn:wallet-capture:verifier-info:key-bound:1'],
  followRedirect: true,
  needsRedirect: false,
  takesAnyResponse: false,
  checkStatus: true,
  verification: 'full',
  neglects: null,
}
