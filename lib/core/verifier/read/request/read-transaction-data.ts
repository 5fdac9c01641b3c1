import { jsonDepthMax, jsonValuesMax } from '../../../shared/http/limits'
import { exceededBound } from '../../../shared/http/read-json'
import type { ClauseId } from '../../../shared/ports/clauses'
import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../../../shared/values/base64url'
import { isObject, type Json } from '../../../shared/values/json'
import type { RequestProblem } from './request-problem'

/** Supported hash algorithms for transaction data. */
export const transactionHashAlgorithms = ['sha-256', 'sha-384', 'sha-512'] as const

/** Maximum entries per request. */
export const transactionEntriesMax = 500

/** The `transaction_data` to send, and its problems. */
export interface TransactionDataReading {
  /** Strings are sent byte for byte, because hashes cover them; objects are encoded. */
  readonly value: Json
  /** Decoded entries; `null` for one that is no object. */
  readonly decoded: readonly DecodedEntry[]
  /** Lazy, since an entry can name more ids than a body has values. */
  readonly problems: Iterable<RequestProblem>
}

/** One decoded entry, with its pointer relative to the member. */
export interface DecodedEntry {
  readonly at: string
  readonly data: Record<string, unknown> | null
}

/**
 * Reads `transaction_data`: an array of encoded strings and objects, or one object. Anything else is kept unchanged,
 * with a problem. Never throws. `credentialIds`: DCQL query ids; `null` if there are none to compare with. Pointers are
 * relative to the member.
 * @see OID4VP-1FINAL-5.1, OID4VP-1FINAL-8.4
 */
export function readTransactionData(sent: Json, credentialIds: readonly string[] | null): TransactionDataReading {
  const entries = isObject(sent) ? [sent as Json] : sent
  if (!Array.isArray(entries))
    return { value: sent, decoded: [], problems: [problem('', 'It must be an array of strings or objects.')] }
  if (entries.length === 0)
    return { value: entries, decoded: [], problems: [problem('', 'It must have at least one entry.')] }
  const read = decodeAll(entries)
  if (typeof read === 'string')
    return { value: sent, decoded: [], problems: [{ ...problem('', read), severity: 'refused' }] }
  const decoded = read.map((data, index): DecodedEntry => ({ at: entries === sent ? `/${index}` : '', data }))
  return {
    value: entries.map((entry) => (isObject(entry) ? toBase64url(utf8(JSON.stringify(entry))) : entry)),
    decoded,
    problems: allProblems(decoded, credentialIds),
  }
}

function* allProblems(
  decoded: readonly DecodedEntry[],
  credentialIds: readonly string[] | null,
): Iterable<RequestProblem> {
  const known = credentialIds && new Set(credentialIds)
  for (const entry of decoded) yield* entryProblems(entry, known)
  yield* withoutCommonAlgorithm(decoded)
}

/** Decoded entries, `null` for one that is no object; or a sentence about a limit that they exceed together. */
function decodeAll(entries: readonly Json[]): DecodedEntry['data'][] | string {
  if (entries.length > transactionEntriesMax)
    return `There are more than ${transactionEntriesMax} entries (transactionEntriesMax).`
  const decoded: DecodedEntry['data'][] = []
  let values = 0
  for (const entry of entries) {
    const text = typeof entry === 'string' ? encodedText(entry) : null
    const passed = text === null ? null : exceededBound(text)
    if (passed === 'too_deep') return `An entry is nested deeper than ${jsonDepthMax} levels (jsonDepthMax).`
    const data = passed !== null ? null : text === null ? decodeTransactionData(entry) : parsedObject(text)
    values += passed !== null ? jsonValuesMax + 1 : text === null ? 0 : countValues(data)
    if (values > jsonValuesMax) return `The entries hold more than ${jsonValuesMax} values together (jsonValuesMax).`
    decoded.push(data)
  }
  return decoded
}

const countValues = (value: unknown): number =>
  value !== null && typeof value === 'object'
    ? Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
    : 1

/** Decodes an entry as sent; `null` if it is no object. */
export function decodeTransactionData(entry: Json): Record<string, unknown> | null {
  if (typeof entry !== 'string') return isObject(entry) ? entry : null
  const text = encodedText(entry)
  return text === null ? null : parsedObject(text)
}

function encodedText(entry: string): string | null {
  const bytes = fromBase64url(entry)
  return bytes && fromUtf8(bytes)
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function* entryProblems(
  { at, data }: DecodedEntry,
  credentialIds: ReadonlySet<string> | null,
): Iterable<RequestProblem> {
  if (data === null) {
    yield problem(at, 'An entry is the base64url form, without padding, of a JSON object in UTF-8, or that object.')
    return
  }
  if (typeof data.type !== 'string' || data.type === '') yield problem(`${at}/type`, 'The type must be a string.')
  const ids = data.credential_ids
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => typeof id === 'string')) {
    yield problem(`${at}/credential_ids`, 'It must be an array of at least one id of the DCQL query.')
  } else if (credentialIds !== null) {
    for (const [index, id] of ids.entries())
      if (!credentialIds.has(id))
        yield problem(`${at}/credential_ids/${index}`, 'No credential query of the DCQL query has this id.')
  }
  const algorithms = data.transaction_data_hashes_alg
  if (algorithms !== undefined && !isAlgorithmList(algorithms)) {
    const message = 'It must be an array of at least one algorithm name.'
    yield problem(`${at}/transaction_data_hashes_alg`, message, 'OID4VP-1FINALA-B.3.3.1')
  } else if (isAlgorithmList(algorithms) && !algorithms.some(canVerify)) {
    const message = `None of these can be verified here: ${transactionHashAlgorithms.join(', ')} can.`
    yield problem(`${at}/transaction_data_hashes_alg`, message, 'OID4VP-1FINALA-B.3.3.1')
  }
}

const canVerify = (algorithm: string): boolean => transactionHashAlgorithms.some((known) => known === algorithm)

const isAlgorithmList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string' && name !== '')

/** A Key Binding JWT names one algorithm for all hashes, so its entries need one in common. */
function withoutCommonAlgorithm(decoded: readonly DecodedEntry[]): RequestProblem[] {
  const lists = decoded.map(({ data }) => data?.transaction_data_hashes_alg ?? ['sha-256']).filter(isAlgorithmList)
  const common = lists.reduce<string[] | null>((shared, list) => {
    if (shared === null) return list
    const named = new Set(list)
    return shared.filter((name) => named.has(name))
  }, null)
  if (common === null || common.length > 0) return []
  return [
    problem(
      '',
      'The entries have no hash algorithm in common, yet one proof can name only one.',
      'OID4VP-1FINALA-B.3.3.1',
    ),
  ]
}

const problem = (pointer: string, message: string, clause: ClauseId = 'OID4VP-1FINAL-5.1'): RequestProblem => ({
  code: 'invalid_transaction_data',
  severity: 'violation',
  pointer,
  message,
  clause,
})

/**
 * Finds transaction data for credentials requested without holder binding: the hashes are part of that proof, so
 * nothing could authorise the data. Pointers are relative to the member. Never throws. OID4VP-1FINALA-B.3.3
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
