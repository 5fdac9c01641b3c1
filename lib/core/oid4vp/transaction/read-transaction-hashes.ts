import { withoutPadding } from '../../base64'
import { fromBase64url, toBase64url } from '../../base64url'
import type { Digest } from '../../ports'
import { toHex } from '../../to-hex'
import { transactionHashAlgorithms } from '../request/read-transaction-data'
import type { TransactionEntry } from './transaction-entries'
import type { TransactionHash, TransactionHashes, TransactionHashMistake } from './transaction-hashes'

/** Hashes of one proof that are compared. */
const hashesMax = 100

type Algorithm = (typeof transactionHashAlgorithms)[number]

/**
 * Compares the hashes of a Key Binding JWT with the entries of the request, byte for byte as those were sent. Never
 * throws because of what a wallet sent. OID4VP-1FINALA-B.3.3.1
 */
export function readTransactionHashes(
  { hashes, alg }: { readonly hashes: unknown; readonly alg: unknown },
  entries: readonly TransactionEntry[],
  digest: Digest,
): TransactionHashes {
  const named = alg === undefined ? 'sha-256' : alg
  const algorithm = transactionHashAlgorithms.find((known) => known === named) ?? null
  const list: readonly unknown[] = Array.isArray(hashes) ? hashes : []
  return {
    type: hashes === undefined ? 'absent' : Array.isArray(hashes) ? 'array' : 'other',
    hashes: list.slice(0, hashesMax).map((hash) => compare(hash, { entries, algorithm, digest })),
    total: list.length,
    alg: {
      type: alg === undefined ? 'absent' : typeof alg === 'string' ? 'string' : 'other',
      value: typeof alg === 'string' ? alg : null,
      supported: algorithm !== null,
    },
  }
}

interface Comparison {
  readonly entries: readonly TransactionEntry[]
  readonly algorithm: Algorithm | null
  readonly digest: Digest
}

function compare(hash: unknown, { entries, algorithm, digest }: Comparison): TransactionHash {
  if (typeof hash !== 'string') return { wellFormed: false, entries: [], mistake: null }
  const fitting = entries.filter(({ sent }) => algorithm !== null && toBase64url(digest(algorithm, sent)) === hash)
  return {
    wellFormed: hash !== '' && fromBase64url(hash) !== null,
    entries: fitting.map(({ index }) => index),
    mistake: fitting.length > 0 ? null : mistakeOf(hash, { entries, algorithm, digest }),
  }
}

/** Tries the usual mistakes, one after the other. */
function mistakeOf(hash: string, { entries, algorithm, digest }: Comparison): TransactionHashMistake | null {
  const used = algorithm ?? 'sha-256'
  const some = (matches: (entry: TransactionEntry) => boolean) => entries.some(matches)
  if (some(({ sent }) => toBase64url(digest(used, fromBase64url(sent) ?? '')) === hash)) return 'decoded'
  const others = transactionHashAlgorithms.filter((other) => other !== algorithm)
  if (some(({ sent }) => others.some((other) => toBase64url(digest(other, sent)) === hash))) return 'another_algorithm'
  const unpadded = withoutPadding(hash).replaceAll('+', '-').replaceAll('/', '_')
  if (some(({ sent }) => toBase64url(digest(used, sent)) === unpadded)) return 'with_padding'
  return some(({ sent }) => toHex(digest(used, sent)) === hash.toLowerCase()) ? 'as_hex' : null
}
