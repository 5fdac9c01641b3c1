import type { JsonObject } from '../values/json'

/** What a session keeps of the European trust framework, or of a registration certificate that its tester sends. */
export interface SessionTrust {
  /** 22 random base64url characters. Certificates carry it to others, which the id of the session must not reach. */
  readonly trust_id: string
  /** The certificate that requests or metadata are signed under; `null` outside the framework, or for one that cannot be read. */
  readonly access: KeptCertificate | null
  /** Whom it is for; absent where it is ours. */
  readonly own?: KeptHolder
  /** The registration certificate; `null` for none of ours and none of the tester. */
  readonly registration: KeptRegistration | null
  /** The signed request of a session by value: its link is the same text at every reading. Absent by reference. */
  readonly request_object?: string
}

/** A certificate as facts. */
export interface KeptCertificate {
  readonly subject: string
  readonly issuer: string
  /** Of the DER, lower-case hex. */
  readonly sha256: string
  /** Object identifiers of its policies. RFC 5280 section 4.2.1.4 */
  readonly policies: readonly string[]
  /** RFC 3339. */
  readonly not_after: string
  /** How many certificates are sent, with itself and those above it. */
  readonly chain_length: number
}

/** Whom an access certificate that is not ours is for. */
export interface KeptHolder {
  readonly name: string
  readonly identifier: string | null
  readonly service: string | null
  /** Its subject without the names of a natural person; `null` where it names none. */
  readonly without_person: string | null
  /** Places in the chain, from 0, of trust anchors, which are not sent. HAIP-6.1.1 */
  readonly dropped: readonly number[]
}

export interface KeptRegistration {
  /** `made` by the registrar of this installation for the session, or the tester's `own`. */
  readonly source: 'made' | 'own'
  /** A compact JWS. */
  readonly compact: string
  /** A second one that is shown beside it, for a test. */
  readonly another?: string
  /** Its place in the status list of the session; `null` for one that was not made here. */
  readonly status_index: number | null
}

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

/** A JWS signature that was made once, and what it is the signature of. */
export interface KeptSignature {
  /** SHA-256 of the JWS signing input, base64url. */
  readonly input_digest: string
  /** As in the compact JWS: base64url. */
  readonly signature: string
}

/** What a presentation session keeps of its options; the verifier adds the members that follow from what was asked, where it says what each option is. */
export interface VerifierOptions {
  /** The request as it was before its test changed it; absent where no test did. */
  readonly request_before_test?: JsonObject
  /** The query that the scope of the request stood for when the session was made; absent where it stood for none. */
  readonly scope_query?: JsonObject
  /** The signature of a request by value, so that its link is the same text at every reading; absent by reference. */
  readonly request_signature?: KeptSignature
  /** The verifier attestation of a session whose client id has that prefix, a compact JWS. */
  readonly verifier_attestation?: string
  /** Absent in a session of the test root whose tester sends no registration certificate. */
  readonly trust?: SessionTrust
}
