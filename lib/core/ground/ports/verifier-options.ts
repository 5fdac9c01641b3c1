import type { JsonObject } from '../values/json'

/** Options of a presentation session, all extensions of the session request. */
export interface VerifierOptions {
  /** `haip`: findings of that profile count in the verdict and refuse. */
  readonly profile: 'openid4vp' | 'haip'
  /** A processed response is answered with a `redirect_uri`. OpenID4VP 1.0 section 8.2 */
  readonly return_redirect_uri: boolean
  /** What is wrong or odd about the request on purpose; `null` for nothing. */
  readonly negative_test: string | null
  /** What a good wallet does with the request. Absent in sessions of earlier versions: it answers. */
  readonly expect?: 'answer' | 'refusal'
  /** Seconds of silence after the fetch that stand for a refusal, where one is expected. */
  readonly refusal_wait?: number
  /** Certificates trusted in this session only: PEM, or base64 DER. */
  readonly trust_anchors: readonly string[]
  /** A credential whose issuer is not trusted refuses the response. */
  readonly require_trusted_issuer: boolean
  /** Status lists are fetched. */
  readonly check_status: boolean
  /** Evidence shows the values of disclosed claims. */
  readonly reveal_claims: boolean
  /** A request that breaks the specification is sent as given; else it is refused when the session is made. */
  readonly allow_nonconforming_request: boolean
  /** The request as it was before its test changed it; absent where no test did. */
  readonly request_before_test?: JsonObject
  /** The query that the scope of the request stood for when the session was made; absent where it stood for none. */
  readonly scope_query?: JsonObject
  /** The issuance session whose credential is asked back; absent or `null` for none. */
  readonly follows?: string | null
}
