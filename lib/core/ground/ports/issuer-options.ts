import type { SessionTrust } from './session-trust'

/** The `tx_code` object of an offer. OID4VCI-1FINAL-4.1.1 */
export interface TransactionCodeOffer {
  readonly input_mode?: 'numeric' | 'text' | undefined
  readonly length?: number | undefined
  readonly description?: string | undefined
}

/** What an issuance session keeps of its options; the issuer adds the members, where it says what each option is. */
export interface IssuerOptions {
  /** Of a session in the European trust framework. */
  readonly trust?: SessionTrust
}
