import type { Digest } from '../../ground/ports/ports'
import type { Json, JsonObject } from '../../ground/values/json'
import { transactionHashAlgorithms } from '../read/request/read-transaction-data'
import type { PresentedReading, RequestFacts } from '../read/response/response-reading'
import { transactionDigests } from '../read/transaction/transaction-digests'
import { matchedEntries, type TransactionHashes } from '../read/transaction/transaction-hashes'
import { safeName } from './disclosed-paths'

/** How many entries, hashes and elements are listed. */
const listedMax = 50
/** The form of a hash: base64url of SHA-256 up to hexadecimal SHA-512. */
const hashForm = /^[\w+/=-]{43,128}$/

/**
 * How one presentation represents the request's transaction data: for each entry, the hash that we compute with the
 * wallet's algorithm and the hash that the wallet sent; for an mdoc, the elements that its device signed, because only
 * the type of an entry says which element represents it. `null` if the request has no entry for this credential.
 * OID4VP-1FINAL-8.4, OID4VP-1FINALA-B.2.1, OID4VP-1FINALA-B.3.3.1
 */
export function transactionComparison(
  presented: PresentedReading,
  { transactions }: Pick<RequestFacts, 'transactions'>,
  digest: Digest,
): JsonObject | null {
  const { reading, transaction: found, queryId } = presented
  const matched = matchedEntries(found)
  const own = transactions.filter(({ index, credentialIds }) => credentialIds.includes(queryId) || matched.has(index))
  if (own.length === 0) return null
  const entries = own.slice(0, listedMax)
  if (reading.format === 'mso_mdoc') {
    const elements = reading.documents.flatMap(({ device }) => device.elements)
    return {
      entries: entries.map(({ index, type }) => ({ index, type })),
      device_signed: elements
        .slice(0, listedMax)
        .map(({ namespace, name }) => ({ namespace: safeName(namespace), element: safeName(name) })),
    }
  }
  const algorithm = transactionHashAlgorithms.find(
    (one) => found?.alg.supported && one === (found.alg.value ?? 'sha-256'),
  )
  const sent: readonly unknown[] =
    reading.kbJwt.present && Array.isArray(reading.kbJwt.transactionData.hashes)
      ? reading.kbJwt.transactionData.hashes
      : []
  // A hash that matches no entry is shown next to the first entry without one, as its most likely source.
  const strays = (found?.hashes ?? []).flatMap(({ entries: fitting }, place) => (fitting.length === 0 ? [place] : []))
  const places = firstPlaces(found)
  const digests = transactionDigests(transactions, digest)
  const compared = entries.map((entry) => {
    const fits = places.get(entry.index)
    const place = fits ?? strays.shift()
    return {
      index: entry.index,
      type: entry.type,
      hash: algorithm === undefined ? null : digests.ofEntry(algorithm, entry),
      wallet_hash: place === undefined ? null : shownHash(sent[place]),
      equal: algorithm === undefined || place === undefined ? null : fits !== undefined,
    }
  })
  return {
    algorithm: algorithm ?? null,
    entries: compared,
    other_hashes: strays.slice(0, listedMax).map((place) => shownHash(sent[place])),
  }
}

/** For each entry, the index of its first hash. */
function firstPlaces(found: TransactionHashes | null): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  const seen = new Set<readonly number[]>()
  for (const [place, { entries }] of (found?.hashes ?? []).entries()) {
    if (seen.has(entries)) continue
    seen.add(entries)
    for (const index of entries) if (!places.has(index)) places.set(index, place)
  }
  return places
}

/** A value that looks like a hash is shown as sent; of anything else, only its kind or length. */
function shownHash(hash: unknown): Json {
  if (typeof hash !== 'string') return 'no text'
  return hashForm.test(hash) ? hash : `a text of ${hash.length} characters`
}
