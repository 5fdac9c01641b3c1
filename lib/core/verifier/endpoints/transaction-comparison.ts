import type { Digest } from '../../ground/ports/ports'
import type { Json, JsonObject } from '../../ground/values/json'
import { transactionHashAlgorithms } from '../read/request/read-transaction-data'
import type { PresentedReading, RequestFacts } from '../read/response/response-reading'
import { transactionDigests } from '../read/transaction/transaction-digests'
import { matchedEntries, type TransactionHashes } from '../read/transaction/transaction-hashes'
import { safeName } from './disclosed-paths'

/** Entries, hashes and elements that are listed. */
const listedMax = 50
/** As long as a hash is: in base64url from SHA-256 on, up to SHA-512 in hexadecimal. */
const hashForm = /^[\w+/=-]{43,128}$/

/**
 * How one presentation represents the transaction data of its request: of each entry its hash as we make it with the
 * algorithm of the wallet, and the hash that the wallet sent; of an mdoc the elements that its device signed, for only
 * the type of an entry says which of them stands for it. `null` where the request has no entry for this credential.
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
  // A hash that fits no entry is shown beside the first entry that has none: that is what it was most likely made of.
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

/** By entry, the place of the first hash that is of it. */
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

/** What looks like a hash, as it was sent; of anything else the wallet may have put there, its kind or length. */
function shownHash(hash: unknown): Json {
  if (typeof hash !== 'string') return 'no text'
  return hashForm.test(hash) ? hash : `a text of ${hash.length} characters`
}
