import type { Digest } from '../../../ground/ports/ports'
import { fromBase64url, toBase64url } from '../../../ground/values/base64url'
import type { transactionHashAlgorithms } from '../request/read-transaction-data'
import type { TransactionEntry } from './transaction-entries'

type Algorithm = (typeof transactionHashAlgorithms)[number]

/**
 * Digests of the entries of one request, as base64url. Each is computed on first use and only once, however many hashes
 * of however many proofs are compared with it. OID4VP-1FINALA-B.3.3.1
 */
export interface TransactionDigests {
  /** Indexes of the entries with this digest over the text as sent; the same array instance for equal digests. */
  readonly entriesOf: (algorithm: Algorithm, text: string) => readonly number[]
  /** Whether it is the digest of a decoded entry, which is a usual mistake. */
  readonly isOfDecoded: (algorithm: Algorithm, text: string) => boolean
  readonly ofEntry: (algorithm: Algorithm, entry: TransactionEntry) => string
}

const made = new WeakMap<readonly TransactionEntry[], TransactionDigests>()

/** The digests of these entries. Lists of entries never change, so digests are cached by list. */
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
