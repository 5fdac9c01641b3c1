/** A COSE_Sign1 or COSE_Mac0 of a document, as facts. RFC9052-4.2, RFC9052-6.2 */
export interface CoseReading {
  /** An array of four: protected header, unprotected header, payload, signature or tag. */
  readonly shape: 'cose' | 'tagged' | 'other' | 'absent'
  readonly alg: CoseAlgReading
  /** Bytes, or nothing as in a detached payload. */
  readonly payload: 'bytes' | 'null' | 'other'
  /** Bytes of the signature or tag; `null` when it is none. */
  readonly signatureBytes: number | null
}

/** RFC9053-2, RFC9864-2 */
export interface CoseAlgReading {
  /** Its number; `null` when it is absent or no number. */
  readonly value: number | null
  readonly inProtected: boolean
  /** It can be verified here. */
  readonly supported: boolean
  /** The request allows it. OID4VP-1FINALA-B.2.2 */
  readonly allowed: boolean
  /** `null` when the key or the algorithm is unknown. */
  readonly fitsKey: boolean | null
}

/** What verification came to. */
export interface CoseVerdict {
  readonly result: 'valid' | 'invalid' | 'unverified'
  /** `no_reader_key`: a MAC needs the key of an encrypted response. */
  readonly unverifiedBecause:
    | 'not_readable'
    | 'no_key'
    | 'algorithm_not_supported'
    | 'algorithm_does_not_fit_key'
    | 'critical_header'
    | 'nothing_signed'
    | 'no_reader_key'
    | null
}
