import type { JsonObject } from '../values/json'
import type { SessionTrust } from './session-trust'

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
