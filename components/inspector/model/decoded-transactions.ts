import type { Json } from '@/lib/core/ground/values/json'
import { decodeTransactionData } from '@/lib/core/verifier/read/request/read-transaction-data'

/** Maximum characters of all entries decoded for a page, which renders each of their values. */
const decodedCharactersMax = 64 * 1024

/**
 * The decoded entries of `transaction_data`. An entry that cannot be decoded, or that exceeds `decodedCharactersMax`,
 * stays as sent.
 */
export function decodedTransactions(sent: Json | undefined): readonly unknown[] {
  let left = decodedCharactersMax
  return (Array.isArray(sent) ? sent : []).map((entry) => {
    left -= typeof entry === 'string' ? entry.length : 0
    return left < 0 ? entry : (decodeTransactionData(entry) ?? entry)
  })
}
