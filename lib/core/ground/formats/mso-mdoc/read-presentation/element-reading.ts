import type { CborItem } from '../../../cbor/cbor-item'

/** An `IssuerSignedItem` that was shown. ISO/IEC 18013-5 section 9.1.2.5 */
export interface ElementReading {
  readonly namespace: string
  /** `null` when it is not text. */
  readonly name: string | null
  /** Names of members that are absent or of another type; `tag 24` for the wrapping. */
  readonly errors: readonly string[]
  readonly digestId: number | null
  /** `null` when `random` is not a byte string. */
  readonly randomBytes: number | null
  /** Over the bytes as received. `not_computed`: the digest algorithm is unknown, or nothing could be hashed. */
  readonly digest: 'matches' | 'differs' | 'absent' | 'not_computed'
  /** An earlier item of the namespace has this name, or this digest id. */
  readonly repeats: 'name' | 'digest_id' | null
  readonly value: CborItem | null
}
