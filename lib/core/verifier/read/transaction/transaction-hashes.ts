/** The transaction data hashes of a Key Binding JWT. `vp.txn.*` OID4VP-1FINALA-B.3.3.1 */
export interface TransactionHashes {
  readonly type: 'array' | 'other' | 'absent'
  /** In order; those beyond the limit are only counted, in `total`. */
  readonly hashes: readonly TransactionHash[]
  readonly total: number
  readonly alg: {
    readonly type: 'string' | 'other' | 'absent'
    /** `null` if absent or not a string. */
    readonly value: string | null
    /** Whether the algorithm can be computed here. An absent one means sha-256. */
    readonly supported: boolean
  }
}

export interface TransactionHash {
  /** Whether it is base64url without padding. */
  readonly wellFormed: boolean
  /** Indexes of the request's entries that it is the hash of, with the named algorithm. */
  readonly entries: readonly number[]
  /** What was hashed instead, found by trial; `null` if nothing matches. Never a reason to accept. */
  readonly mistake: TransactionHashMistake | null
}

export type TransactionHashMistake = 'decoded' | 'another_algorithm' | 'with_padding' | 'as_hex'

const matched = new WeakMap<TransactionHashes, ReadonlySet<number>>()

/** Indexes of the entries that some hash matches. Equal hashes name the same entries, which are looked at once. */
export function matchedEntries(found: TransactionHashes | null): ReadonlySet<number> {
  if (found === null) return none
  const known = matched.get(found) ?? new Set([...new Set(found.hashes.map(({ entries }) => entries))].flat())
  matched.set(found, known)
  return known
}

const none: ReadonlySet<number> = new Set()
