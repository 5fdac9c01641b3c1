import { isObject, type Json } from '../../../ground/values/json'
import type { DecodedEntry } from './read-transaction-data'
import type { RequestProblem } from './request-problem'

/**
 * Notes entries whose credentials have different formats. The specification allows that, but each format represents
 * transaction data differently, so some wallets refuse it. Pointers are relative to the member. Never throws.
 */
export function transactionDataOfMixedFormats(
  decoded: readonly DecodedEntry[],
  query: Json | undefined,
): RequestProblem[] {
  const formats = formatsOf(query)
  if (new Set(formats.values()).size < 2) return []
  return decoded.flatMap(({ at, data }): RequestProblem[] => {
    const ids: unknown = data?.credential_ids
    const named = Array.isArray(ids) ? ids.flatMap((id: unknown) => formats.get(id) ?? []) : []
    if (new Set(named).size < 2) return []
    return [
      {
        code: 'invalid_transaction_data',
        severity: 'note',
        pointer: `${at}/credential_ids`,
        message: 'These credentials have different formats: some wallets refuse such an entry.',
        clause: 'OID4VP-1FINAL-8.4',
      },
    ]
  })
}

function formatsOf(query: Json | undefined): ReadonlyMap<unknown, string> {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return new Map(
    credentials.flatMap((entry) =>
      isObject(entry) && typeof entry.format === 'string' ? [[entry.id, entry.format] as const] : [],
    ),
  )
}
