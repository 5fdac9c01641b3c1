import type { DcqlQuery } from '../../../shared/dcql/dcql-query'
import type { Json } from '../../../shared/values/json'
import { decodeTransactionData } from '../request/read-transaction-data'

/** A `transaction_data` entry that a wallet can be judged by. OID4VP-1FINAL-5.1 */
export interface TransactionEntry {
  /** Index in the request. */
  readonly index: number
  /** As sent: hashes cover this text, never its decoded form. */
  readonly sent: string
  readonly type: string
  /** Credential query ids, one of which must authorise it. */
  readonly credentialIds: readonly string[]
  /** `null` if the entry names none; then only sha-256 is allowed. OID4VP-1FINALA-B.3.3.1 */
  readonly algorithms: readonly string[] | null
}

/**
 * Conforming entries of a request. Others are ignored, because a wrong request is never blamed on the wallet. Never
 * throws. `dcql`: `null` without a query to compare with.
 */
export function transactionEntries(sent: Json | null, dcql: DcqlQuery | null): TransactionEntry[] {
  if (!Array.isArray(sent)) return []
  return sent.flatMap((entry, index): TransactionEntry[] => {
    const data = typeof entry === 'string' ? decodeTransactionData(entry) : null
    const ids = data === null ? null : namesIn(data.credential_ids)
    if (typeof entry !== 'string' || data === null || ids === null) return []
    const { type, transaction_data_hashes_alg: named } = data
    const algorithms = named === undefined ? null : namesIn(named)
    if (typeof type !== 'string' || type === '' || (named !== undefined && algorithms === null)) return []
    const known = ids.every((id) => dcql === null || dcql.credentials.some((query) => query.id === id))
    return known ? [{ index, sent: entry, type, credentialIds: ids, algorithms }] : []
  })
}

const namesIn = (value: unknown): string[] | null =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string' && name !== '')
    ? value
    : null

/** Transaction data hashes of a Key Binding JWT. `vp.txn.*` OID4VP-1FINALA-B.3.3.1 */
export interface TransactionHashes {
  readonly type: 'array' | 'other' | 'absent'
  /** In order; those beyond the limit are only counted in `total`. */
  readonly hashes: readonly TransactionHash[]
  readonly total: number
  readonly alg: {
    readonly type: 'string' | 'other' | 'absent'
    /** `null` if absent or not a string. */
    readonly value: string | null
    /** Whether the algorithm is supported; absent means sha-256. */
    readonly supported: boolean
  }
}

export interface TransactionHash {
  /** Whether it is base64url without padding. */
  readonly wellFormed: boolean
  /** Indexes of matching entries under the named algorithm. */
  readonly entries: readonly number[]
  /** What was hashed instead, found by trial; `null` if nothing matches. Never a reason to accept. */
  readonly mistake: TransactionHashMistake | null
}

export type TransactionHashMistake = 'decoded' | 'another_algorithm' | 'with_padding' | 'as_hex'

const matched = new WeakMap<TransactionHashes, ReadonlySet<number>>()

/** Indexes of matched entries. Equal hashes name the same entries, which are visited once. */
export function matchedEntries(found: TransactionHashes | null): ReadonlySet<number> {
  if (found === null) return none
  const known = matched.get(found) ?? new Set([...new Set(found.hashes.map(({ entries }) => entries))].flat())
  matched.set(found, known)
  return known
}

const none: ReadonlySet<number> = new Set()
