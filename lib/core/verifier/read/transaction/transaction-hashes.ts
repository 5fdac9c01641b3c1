/** What a Key Binding JWT says of transaction data. `vp.txn.*` OID4VP-1FINALA-B.3.3.1 */
export interface TransactionHashes {
  readonly type: 'array' | 'other' | 'absent'
  /** In their order; those beyond a bound are only counted, in `total`. */
  readonly hashes: readonly TransactionHash[]
  readonly total: number
  readonly alg: {
    readonly type: 'string' | 'other' | 'absent'
    /** `null` when absent or no text. */
    readonly value: string | null
    /** The algorithm can be computed here. An absent one is sha-256. */
    readonly supported: boolean
  }
}

export interface TransactionHash {
  /** A text in base64url without padding. */
  readonly wellFormed: boolean
  /** Places of the entries of the request that it is the hash of, with the algorithm that is named. */
  readonly entries: readonly number[]
  /** What was hashed instead, found out by trying; `null` when nothing fits. Never a reason to accept. */
  readonly mistake: TransactionHashMistake | null
}

export type TransactionHashMistake = 'decoded' | 'another_algorithm' | 'with_padding' | 'as_hex'

const matched = new WeakMap<TransactionHashes, ReadonlySet<number>>()

/** Places of the entries that some hash is of. Equal hashes name the same entries, which are looked at once. */
export function matchedEntries(found: TransactionHashes | null): ReadonlySet<number> {
  if (found === null) return none
  const known = matched.get(found) ?? new Set([...new Set(found.hashes.map(({ entries }) => entries))].flat())
  matched.set(found, known)
  return known
}

const none: ReadonlySet<number> = new Set()
