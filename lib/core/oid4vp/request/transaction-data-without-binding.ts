import { isObject, type Json } from '../../json'
import { decodeTransactionData } from './read-transaction-data'
import type { RequestProblem } from './request-problem'

/**
 * Transaction data for credentials that the query asks no proof of holder binding for: the hashes are in that proof,
 * so nothing could authorise them. Pointers start at the member itself. Never throws. OID4VP-1FINALA-B.3.3
 */
export function transactionDataWithoutBinding(sent: Json, query: Json | undefined): RequestProblem[] {
  const unbound = idsWithoutBinding(query)
  const entries = Array.isArray(sent) ? sent : [sent]
  return entries.flatMap((entry, index): RequestProblem[] => {
    const ids = decodeTransactionData(entry)?.credential_ids
    if (!Array.isArray(ids)) return []
    return ids.flatMap((id: unknown, place): RequestProblem[] =>
      typeof id !== 'string' || !unbound.includes(id)
        ? []
        : [
            {
              code: 'invalid_transaction_data',
              severity: 'violation',
              pointer: `${Array.isArray(sent) ? `/${index}` : ''}/credential_ids/${place}`,
              message: 'This credential query asks for no proof of holder binding, which would carry the hashes.',
              clause: 'OID4VP-1FINALA-B.3.3',
            },
          ],
    )
  })
}

function idsWithoutBinding(query: Json | undefined): string[] {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return credentials.flatMap((entry) =>
    isObject(entry) &&
    entry.format === 'dc+sd-jwt' &&
    entry.require_cryptographic_holder_binding === false &&
    typeof entry.id === 'string'
      ? [entry.id]
      : [],
  )
}
