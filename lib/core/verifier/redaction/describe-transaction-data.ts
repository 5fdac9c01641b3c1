import { redactMember } from '../../engine/redaction/message/redact-json'
import { type Place, within } from '../../engine/redaction/place'
import type { Redaction } from '../../engine/redaction/redaction'
import type { Digest } from '../../ground/ports/ports'
import { toBase64url } from '../../ground/values/base64url'
import type { Json, JsonObject } from '../../ground/values/json'
import { decodeTransactionData, transactionHashAlgorithms } from '../read/request/read-transaction-data'

/**
 * The entries of `transaction_data` in our own request: what each says, which is safe because the tester wrote it, and
 * its hashes by algorithm, to compare with those in the wallet's proof. An entry that cannot be decoded is shown like
 * any other text. OID4VP-1FINAL-8.4, OID4VP-1FINALA-B.3.3.1
 */
export function describeTransactionData(value: Json, place: Place, redaction: Redaction): Json {
  if (!Array.isArray(value)) return redactMember('transaction_data', value, place, redaction)
  return value.map((entry, index) => {
    const inside = within(place, index)
    const data = typeof entry === 'string' ? decodeTransactionData(entry) : null
    if (typeof entry !== 'string' || data === null) return redactMember('transaction_data', entry, inside, redaction)
    return {
      decoded: redactMember('transaction_data', data as JsonObject, inside, redaction),
      ...(redaction.digest === undefined ? {} : { hashes: hashesOf(entry, data, redaction.digest) }),
    }
  })
}

/** Hashes the entry with each algorithm that it names and we support, or with sha-256 if it names none. */
function hashesOf(entry: string, { transaction_data_hashes_alg: named }: Record<string, unknown>, digest: Digest) {
  const wanted: readonly unknown[] = Array.isArray(named) ? named : ['sha-256']
  const known = transactionHashAlgorithms.filter((algorithm) => wanted.includes(algorithm))
  return Object.fromEntries(known.map((algorithm) => [algorithm, toBase64url(digest(algorithm, entry))]))
}
