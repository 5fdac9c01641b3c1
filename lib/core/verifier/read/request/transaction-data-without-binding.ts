import { isObject, type Json } from '../../../ground/values/json'
import type { DecodedEntry } from './read-transaction-data'
import type { RequestProblem } from './request-problem'

/**
 * Finds transaction data for credentials that the query requests without holder binding: the hashes are part of that
 * proof, so nothing could authorise the data. Pointers are relative to the member. Never throws. OID4VP-1FINALA-B.3.3
 */
export function* transactionDataWithoutBinding(
  decoded: readonly DecodedEntry[],
  query: Json | undefined,
): Iterable<RequestProblem> {
  const unbound = idsWithoutBinding(query)
  if (unbound.size === 0) return
  for (const { at, data } of decoded) {
    const ids = data?.credential_ids
    if (!Array.isArray(ids)) continue
    for (const [place, id] of ids.entries())
      if (unbound.has(id))
        yield {
          code: 'invalid_transaction_data',
          severity: 'violation',
          pointer: `${at}/credential_ids/${place}`,
          message: 'This credential query asks for no proof of holder binding, which would carry the hashes.',
          clause: 'OID4VP-1FINALA-B.3.3',
        }
  }
}

function idsWithoutBinding(query: Json | undefined): ReadonlySet<unknown> {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return new Set(
    credentials.flatMap((entry) =>
      isObject(entry) &&
      entry.format === 'dc+sd-jwt' &&
      entry.require_cryptographic_holder_binding === false &&
      typeof entry.id === 'string'
        ? [entry.id]
        : [],
    ),
  )
}
