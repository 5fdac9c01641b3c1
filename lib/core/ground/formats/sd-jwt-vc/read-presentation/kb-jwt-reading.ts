import type { JwsReading, SignatureReading } from './jws-reading'
import type { NumericDateReading } from './numeric-date-reading'

/** The last part of a presentation. `vp.kb.*` RFC9901-4.3 */
export type KbJwtReading = { readonly present: false } | PresentKbJwt

/** The part of a presentation that `sd_hash` covers. RFC9901-4.3.1 */
export interface SdHashInput {
  readonly algorithm: string
  readonly characters: number
  readonly disclosures: number
}

/** A Key Binding JWT that was sent, whether it can be read or not. */
export interface PresentKbJwt {
  readonly present: true
  /** `vp.kb.parses`, `vp.kb.alg`, `vp.kb.crit` */
  readonly jws: JwsReading
  /** `vp.kb.typ` */
  readonly typ: { readonly value: string | null; readonly matches: boolean }
  /** `vp.kb.signature`, `vp.kb.signature_encoding`: always with the key of `cnf.jwk`. */
  readonly signature: SignatureReading
  /** Which of `jwk`, `x5c`, `jku`, `x5u`, `kid`, `x5t`, `x5t#S256` the header has. `vp.kb.no_header_keys` */
  readonly headerKeys: readonly string[]
  /** Other names in the header than `typ`, `alg`, `crit` and those of keys. */
  readonly otherHeaderMembers: readonly string[]
  /** `vp.kb.iat_present`, `vp.kb.iat_window`, `vp.kb.iat_after_request` */
  readonly iat: NumericDateReading & {
    /** −300 s to +60 s around the arrival of the response; `null` when it is not a number. */
    readonly window: 'inside' | 'too_old' | 'in_future' | null
    /** More than 60 s before the request was first handed out; `null` when either is unknown. */
    readonly beforeFirstDelivery: boolean | null
  }
  /** `vp.kb.aud`, `vp.kb.aud_single` */
  readonly aud: {
    readonly type: 'string' | 'array' | 'other' | 'absent'
    /** The audience, or the members of the array that are texts. */
    readonly values: readonly string[]
    /** The text, or the only or some member of the array, is the audience of the request. */
    readonly matches: boolean
  }
  /** `vp.kb.nonce`, `vp.kb.nonce_string` */
  readonly nonce: {
    readonly type: 'string' | 'other' | 'absent'
    readonly value: string | null
    readonly matches: boolean
  }
  /** `vp.kb.sd_hash` */
  readonly sdHash: {
    readonly type: 'string' | 'other' | 'absent'
    readonly value: string | null
    /** Over everything up to and including the last tilde, with the algorithm of `_sd_alg`. RFC9901-4.3.1 */
    readonly computed: string
    /** What that was made over, and how. */
    readonly over: SdHashInput
    readonly matches: boolean
  }
  /** `vp.kb.exp_nbf` */
  readonly exp: NumericDateReading & { readonly past: boolean }
  readonly nbf: NumericDateReading & { readonly inFuture: boolean }
  /** `vp.kb.claims_known`: names beyond those that the specifications give to a Key Binding JWT. */
  readonly unknownClaims: readonly string[]
  /** `vp.kb.no_pii`: names that stand for something about the person. */
  readonly personalClaims: readonly string[]
  /** `vp.txn.*`: as sent; `undefined` when absent. */
  readonly transactionData: { readonly hashes: unknown; readonly alg: unknown }
}
