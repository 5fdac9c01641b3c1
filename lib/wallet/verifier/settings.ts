import type { TrustNeglect } from '../trust/trust-context'
import { scaTypes } from './request/sca-payloads'

/** How this wallet presents where the specification leaves it a choice. */
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
  /** How a browser learns that the user declined: only from the end of its call, or from an error response. */
  browserDenial: 'cancelled' | 'error'
  /** How long the user takes to approve an error response to a browser, in milliseconds (OID4VP-1FINAL-15.9.2). */
  consentMillis: number
  /** Presents what the wallet holds, or a credential that it issues to itself under an unknown issuer. */
  credential: 'held' | 'foreign'
  /** Types of transaction data that it can show to its user in detail. It refuses others (OID4VP-1FINAL-8.4). */
  transactionTypes: string[]
  /** Confirms transactions whatever their types and that of the credential say (TS12-3.2): for tests of verifiers. */
  ignoresTypeMetadata: boolean
  /** The factors by which the user approves a payment, by category (TS12-3.6). */
  paymentFactors: Readonly<Record<string, string>>
  /** Lets the key of a PID confirm transaction data, which no wallet must do (PIDRB-5): for tests of verifiers. */
  confirmsWithPid: boolean
  /**
   * Supported formats of attestations about verifiers: bound to a key, with a proof. Others are ignored
   * (OID4VP-1FINAL-5.11).
   */
  verifierInfoFormats: string[]
  /** Supported response types; HAIP allows only vp_token (HAIP-1FINAL-5). */
  responseTypes: string[]
  /** Accepts only requests that HAIP allows (HAIP-1FINAL-5). */
  haipOnly: boolean
  /** Its subject syntax type in an ID Token (SIOP2-8). */
  idTokenSubject: 'jwk_thumbprint' | 'did:jwk' | 'did:key'
  /** Opens the response's `redirect_uri` like the user's browser. */
  followRedirect: boolean
  /** Opened on the user's device, so that a response without a `redirect_uri` is an error (HAIP-1FINAL-5.1). */
  needsRedirect: boolean
  /** Accepts any response to a presentation as a success: for tests of verifiers. */
  takesAnyResponse: boolean
  /** Checks the status list before presenting, and shows nothing that is revoked or suspended. */
  checkStatus: boolean
  /** Verifies the request, or believes everything: for tests of verifiers. */
  verification: 'full' | 'none'
  /** What a careless wallet skips when it evaluates trust in verifiers. */
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
  transactionTypes: ['payment', 'qes', ...scaTypes],
  ignoresTypeMetadata: false,
  paymentFactors: { knowledge: 'pin_6_or_more_digits', inherence: 'fingerprint_device' },
  confirmsWithPid: false,
  verifierInfoFormats: ['urn:wallet-capture:verifier-info:key-bound:1'],
  followRedirect: true,
  needsRedirect: false,
  takesAnyResponse: false,
  checkStatus: true,
  verification: 'full',
  neglects: null,
}
