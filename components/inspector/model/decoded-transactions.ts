import type { Json } from '@/lib/core/ground/values/json'
import { decodeTransactionData } from '@/lib/core/verifier/read/request/read-transaction-data'

/** Characters of all entries that are decoded for a page, which draws each of their values. */
const decodedCharactersMax = 64 * 1024

/**
 * The entries of `transaction_data` as they decode; one that does not decode stays as it was sent, and so does what comes
 * after `decodedCharactersMax`.
 */
export function decodedTransactions(sent: Json | undefined): readonly unknown[] {
  let left = decodedCharactersMax
  return (Array.isArray(sent) ? sent : []).map((entry) => {
    left -= typeof entry === 'string' ? entry.length : 0
    return left < 0 ? entry : (decodeTransactionData(entry) ?? entry)
  })
}
