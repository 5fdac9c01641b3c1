import type { JsonObject } from '../../../values/json'
import type { Wording } from '../../../values/wording'

/** A compact JWS, taken apart whether its signature is right or not. */
export interface JwsReading {
  /** As it came. */
  readonly text: string
  /** Why it could not be read: a fixed sentence without input; `null` when it could. */
  readonly unreadable: Wording | null
  /** `null` when it cannot be read, even where the claims can. */
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
  /** Names that header or claims hold twice, e.g. `header/alg`. */
  readonly duplicates: readonly string[]
  /** `vp.sdjwt.alg`, `vp.kb.alg` */
  readonly alg: AlgReading
  /** Names in `crit`, none of which is understood here; `malformed` when it is not an array of names. RFC7515-4.1.11 */
  readonly crit: readonly string[] | 'malformed' | null
}

interface AlgReading {
  /** `null` when absent or no text. */
  readonly value: string | null
  /** A digital signature algorithm: neither `none` nor a MAC. RFC8725-3.1 */
  readonly asymmetric: boolean
  /** On the list that the request gives. */
  readonly allowed: boolean
  /** Type and curve of the key are those of the algorithm; `null` without a key. RFC7518-3.1, RFC8037-3.1 */
  readonly fitsKey: boolean | null
}

/** The result of verifying a signature. It is verified with any algorithm that is known here; see `AlgReading` for the rest. */
export interface SignatureReading {
  readonly result: 'valid' | 'invalid' | 'unverified'
  /** Why it was not verified. */
  readonly unverifiedBecause:
    | 'not_readable'
    | 'no_key'
    | 'algorithm_not_supported'
    | 'algorithm_does_not_fit_key'
    | 'critical_header'
    | null
  /** `vp.kb.signature_encoding`; `null` when the algorithm has no fixed length or the token cannot be read. */
  readonly encoding: SignatureEncoding | null
}

/** r and s side by side is right, each as long as the order of the curve. RFC7518-3.4 */
export interface SignatureEncoding {
  readonly form: 'raw' | 'der' | 'other'
  readonly bytes: number
  readonly expectedBytes: number
}
