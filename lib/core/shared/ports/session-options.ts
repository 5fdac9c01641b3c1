import type { Difference } from '../mutations/differences'
import type { Mutation } from '../mutations/mutation'
import type { JsonObject } from '../values/json'

/** What a session stores about the European trust framework, or about a registration certificate sent by its tester. */
export interface SessionTrust {
  /** 22 random base64url characters. Certificates reveal it to third parties, unlike the session id. */
  readonly trust_id: string
  /** The certificate that requests or metadata are signed under; `null` outside the framework or if unreadable. */
  readonly access: KeptCertificate | null
  /** Holder of the tester's own certificate; absent if it is ours. */
  readonly own?: KeptHolder
  /** `null` without one. */
  readonly registration: KeptRegistration | null
  /** The signed request of a session by value, stored so that its link never changes. Absent by reference. */
  readonly request_object?: string
}

/** Facts about a certificate. */
export interface KeptCertificate {
  readonly subject: string
  readonly issuer: string
  /** Of the DER, lower-case hex. */
  readonly sha256: string
  /** Object identifiers of its policies. RFC 5280 section 4.2.1.4 */
  readonly policies: readonly string[]
  /** RFC 3339. */
  readonly not_after: string
  /** Number of certificates sent, itself included. */
  readonly chain_length: number
}

/** Holder of an access certificate that is not ours. */
export interface KeptHolder {
  readonly name: string
  readonly identifier: string | null
  readonly service: string | null
  /** Subject without the names of a natural person; `null` if it names none. */
  readonly without_person: string | null
  /** Indexes in the chain, from 0, of trust anchors, which are not sent. HAIP-6.1.1 */
  readonly dropped: readonly number[]
}

export interface KeptRegistration {
  /** `made` by this installation's registrar for the session, or the tester's `own`. */
  readonly source: 'made' | 'own'
  /** A compact JWS. */
  readonly compact: string
  /** A second certificate sent with it, for a test. */
  readonly another?: string
  /** Index in the session's status list; `null` if it was not made here. */
  readonly status_index: number | null
}

/** The `tx_code` object of an offer. OID4VCI-1FINAL-4.1.1 */
export interface TransactionCodeOffer {
  readonly input_mode?: 'numeric' | 'text' | undefined
  readonly length?: number | undefined
  readonly description?: string | undefined
}

/** One place where a document differs from the right one. */
interface TargetDifference extends Difference {
  readonly target: string
  /** Entry of a browser request. */
  readonly entry?: number
}

/** What a session gets wrong because its tester asked for it, operation by operation. */
export interface KeptMutations {
  /** As asked for. */
  readonly operations: readonly Mutation[]
  /** Where documents differ from the right ones. Secret values are kinds and lengths. */
  readonly differences: readonly TargetDifference[]
  /** Operations that did not apply to the response as it was in the end, by their place; absent without any. */
  readonly left_out?: readonly { readonly code: string; readonly pointer: string }[]
  /** The named deviation that gives a wallet the same; `null` for none. */
  readonly same_as: string | null
  /** What a wallet is judged by. `report`: no text says what it does, so nothing fails. */
  readonly expect: 'answer' | 'refusal' | 'report'
  /** Where it is the tester who expects that. */
  readonly expected_by?: 'tester'
  /** The members of the request that asked for it. */
  readonly source: string
  /** What it made wrong by the specification; absent in a session of an earlier version. */
  readonly problems?: readonly JsonObject[]
}

/** Stored options of an issuance session; the issuer declares the members. */
export interface IssuerOptions {
  /** Absent without any. */
  readonly mutations?: KeptMutations
  /** Only in the European trust framework. */
  readonly trust?: SessionTrust
}

/** A stored JWS signature, with the digest of what it covers. */
export interface KeptSignature {
  /** SHA-256 of the JWS signing input, base64url. */
  readonly input_digest: string
  /** base64url, as in the compact JWS. */
  readonly signature: string
}

/** Stored options of a presentation session; the verifier declares the members that follow from the session request. */
export interface VerifierOptions {
  /** The request before a refusal test changed it; absent if none did. */
  readonly request_before_test?: JsonObject
  /**
   * What the mutations of the session come to: the test that makes the same request, if any, the member that asked for
   * them, and who said what a good wallet does, where that follows from no test.
   */
  readonly mutated?: { readonly same_as: string | null; readonly source: string; readonly expected_by?: 'tester' }
  /** Members of the other implementation that asked for what is wrong, as given; absent without any. */
  readonly peer?: JsonObject
  /** The query behind the requested scope when the session was created; absent without one. */
  readonly scope_query?: JsonObject
  /**
   * Why the transaction data alone make a refusal the right answer; absent if the tester or a refusal test expects it.
   * Then nothing is refused for it.
   */
  readonly expect_because?: 'pid_key' | 'transaction_data' | 'key_authorizations' | 'type_metadata'
  /** Signature of a request by value, stored so that its link never changes; absent by reference. */
  readonly request_signature?: KeptSignature
  /** Verifier attestation for the client id prefix of that name, a compact JWS. */
  readonly verifier_attestation?: string
  /** Absent in a test root session without a registration certificate of the tester. */
  readonly trust?: SessionTrust
}
