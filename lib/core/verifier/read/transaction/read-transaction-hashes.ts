import type { Digest } from '../../../shared/ports/ports'
import { fromBase64url, toBase64url, withoutPadding } from '../../../shared/values/base64url'
import { transactionEntriesMax, transactionHashAlgorithms } from '../request/read-transaction-data'
import type { TransactionEntry, TransactionHash, TransactionHashes, TransactionHashMistake } from './transaction-hashes'

type Algorithm = (typeof transactionHashAlgorithms)[number]

/**
 * Base64url digests of a request's entries. Each is computed on first use and only once, however many hashes are
 * compared with it. OID4VP-1FINALA-B.3.3.1
 */
export interface TransactionDigests {
  /** Indexes of entries with this digest over the text as sent; the same array instance for equal digests. */
  readonly entriesOf: (algorithm: Algorithm, text: string) => readonly number[]
  /** Whether it is the digest of a decoded entry, a usual mistake. */
  readonly isOfDecoded: (algorithm: Algorithm, text: string) => boolean
  readonly ofEntry: (algorithm: Algorithm, entry: TransactionEntry) => string
}

const made = new WeakMap<readonly TransactionEntry[], TransactionDigests>()

/** Digests of these entries. Entry lists are immutable, so digests are cached by list. */
export function transactionDigests(entries: readonly TransactionEntry[], digest: Digest): TransactionDigests {
  const known = made.get(entries) ?? create(entries, digest)
  made.set(entries, known)
  return known
}

function create(entries: readonly TransactionEntry[], digest: Digest): TransactionDigests {
  const texts = new Map<string, string>()
  const ofEntry = (algorithm: Algorithm, { sent, index }: TransactionEntry): string => {
    const key = `${algorithm} ${index}`
    const text = texts.get(key) ?? toBase64url(digest(algorithm, sent))
    texts.set(key, text)
    return text
  }
  const sent = onceForEach((algorithm) => {
    const found = new Map<string, number[]>()
    for (const entry of entries) {
      const text = ofEntry(algorithm, entry)
      const equal = found.get(text)
      if (equal === undefined) found.set(text, [entry.index])
      else equal.push(entry.index)
    }
    return found
  })
  const decoded = onceForEach(
    (algorithm) => new Set(entries.map(({ sent: text }) => toBase64url(digest(algorithm, fromBase64url(text) ?? '')))),
  )
  return {
    entriesOf: (algorithm, text) => sent(algorithm).get(text) ?? none,
    isOfDecoded: (algorithm, text) => decoded(algorithm).has(text),
    ofEntry,
  }
}

const none: readonly number[] = []

function onceForEach<Value>(make: (algorithm: Algorithm) => Value): (algorithm: Algorithm) => Value {
  const values = new Map<Algorithm, Value>()
  return (algorithm) => {
    const value = values.get(algorithm) ?? make(algorithm)
    values.set(algorithm, value)
    return value
  }
}

/** Maximum hashes compared per proof: one for each possible entry. */
export const transactionHashesMax = transactionEntriesMax

/**
 * Compares the hashes of a Key Binding JWT with the request's entries, byte for byte as sent. Never throws on bad
 * input. OID4VP-1FINALA-B.3.3.1
 */
export function readTransactionHashes(
  { hashes, alg }: { readonly hashes: unknown; readonly alg: unknown },
  entries: readonly TransactionEntry[],
  digest: Digest,
): TransactionHashes {
  const named = alg === undefined ? 'sha-256' : alg
  const algorithm = transactionHashAlgorithms.find((known) => known === named) ?? null
  const digests = transactionDigests(entries, digest)
  const list: readonly unknown[] = Array.isArray(hashes) ? hashes : []
  return {
    type: hashes === undefined ? 'absent' : Array.isArray(hashes) ? 'array' : 'other',
    hashes: list.slice(0, transactionHashesMax).map((hash) => compare(hash, { digests, algorithm })),
    total: list.length,
    alg: {
      type: alg === undefined ? 'absent' : typeof alg === 'string' ? 'string' : 'other',
      value: typeof alg === 'string' ? alg : null,
      supported: algorithm !== null,
    },
  }
}

interface Comparison {
  readonly digests: TransactionDigests
  readonly algorithm: Algorithm | null
}

function compare(hash: unknown, { digests, algorithm }: Comparison): TransactionHash {
  if (typeof hash !== 'string') return { wellFormed: false, entries: [], mistake: null }
  const fitting = algorithm === null ? [] : digests.entriesOf(algorithm, hash)
  return {
    wellFormed: hash !== '' && fromBase64url(hash) !== null,
    entries: fitting,
    mistake: fitting.length > 0 ? null : mistakeOf(hash, { digests, algorithm }),
  }
}

/** Tries usual mistakes in turn. */
function mistakeOf(hash: string, { digests, algorithm }: Comparison): TransactionHashMistake | null {
  const used = algorithm ?? 'sha-256'
  const isOfEntry = (name: Algorithm, text: string | null) => text !== null && digests.entriesOf(name, text).length > 0
  if (digests.isOfDecoded(used, hash)) return 'decoded'
  const others = transactionHashAlgorithms.filter((other) => other !== algorithm)
  if (others.some((other) => isOfEntry(other, hash))) return 'another_algorithm'
  const unpadded = withoutPadding(hash).replaceAll('+', '-').replaceAll('/', '_')
  if (isOfEntry(used, unpadded)) return 'with_padding'
  return isOfEntry(used, hexAsBase64url(hash)) ? 'as_hex' : null
}

/** Length of the longest digest in hexadecimal. */
const hexCharactersMax = 128

/** `null` if it is no hexadecimal digest. */
function hexAsBase64url(text: string): string | null {
  if (text.length > hexCharactersMax || text.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(text)) return null
  return toBase64url(Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
}
