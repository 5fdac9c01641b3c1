import type { Json } from '@/lib/core/json'
import { decodeTransactionData } from '@/lib/core/oid4vp/request/read-transaction-data'

/** The entries of `transaction_data` as they decode; one that does not decode stays as it was sent. */
export const decodedTransactions = (sent: Json | undefined): readonly unknown[] =>
  Array.isArray(sent) ? sent.map((entry) => decodeTransactionData(entry) ?? entry) : []
