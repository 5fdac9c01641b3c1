import { createHash } from 'node:crypto'
import type { JsonObject } from '../../json'
import type { Authorization } from '../../verifier/request/transaction-data'

const nodeNames: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }

/** The claims of a key binding JWT that authorise transactions (OID4VP-1FINAL-B.3.3.1). */
export function transactionClaims({ transactions, algorithm, named }: Authorization): JsonObject {
  return {
    transaction_data_hashes: transactions.map(({ encoded }) => hashTransaction(encoded, algorithm)),
    ...(named ? { transaction_data_hashes_alg: algorithm } : {}),
  }
}

/** The hash over the encoded string as received. */
export function hashTransaction(encoded: string | Uint8Array, algorithm = 'sha-256'): string {
  return createHash(nodeNames[algorithm] ?? 'sha256')
    .update(encoded)
    .digest('base64url')
}
