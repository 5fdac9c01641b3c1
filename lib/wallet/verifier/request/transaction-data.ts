import { readJsonObject, stringMember, stringsMember } from '../../json'
import type { DcqlQuery } from '../dcql/dcql-query'
import type { Selection } from '../dcql/select-credentials'
import { isPayment, mistakeInPayment } from './payment'
import { RequestRefused } from './request-refused'

/** A transaction that the user is asked to authorise (OID4VP-1FINAL-5.1). */
export interface Transaction {
  /** As received: the hash is computed over this text. */
  encoded: string
  /** Ids of the credential queries, one of which must authorise it. */
  credentialIds: string[]
  /** The hash algorithms to choose from; null means sha-256. */
  algorithms: string[] | null
}

/** Hash algorithms of this wallet, in order of preference. */
const knownAlgorithms = ['sha-256', 'sha-384', 'sha-512']

/**
 * Parses `transaction_data`; an absent one gives an empty list.
 *
 * @param types - the types that this wallet can show to its user
 * @throws RequestRefused `invalid_transaction_data` when it does not understand an entry (OID4VP-1FINAL-8.5)
 */
export function readTransactions(value: unknown, { credentials }: DcqlQuery, types: string[]): Transaction[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length === 0) return invalid('transaction_data is not a non-empty array')
  return value.map((encoded: unknown): Transaction => {
    if (typeof encoded !== 'string' || !/^[A-Za-z0-9_-]+$/.test(encoded))
      return invalid('An entry of transaction_data is not base64url')
    const data = readJsonObject(Buffer.from(encoded, 'base64url').toString('utf8'))
    if (data === null) return invalid('An entry of transaction_data is not a JSON object')
    if (!types.includes(stringMember(data, 'type') ?? ''))
      return invalid('The wallet does not know a type of transaction data')
    const mistake = isPayment(data) ? mistakeInPayment(data) : null
    if (mistake !== null) return invalid(`An entry of transaction_data ${mistake}`)
    const credentialIds = stringsMember(data, 'credential_ids') ?? []
    const bound = credentials.filter(({ holderBinding }) => holderBinding).map(({ id }) => id)
    if (credentialIds.length === 0 || !credentialIds.every((id) => bound.includes(id)))
      return invalid('The credential_ids of transaction data name no query with holder binding')
    const algorithms = stringsMember(data, 'transaction_data_hashes_alg')
    if (data.transaction_data_hashes_alg !== undefined && !algorithms?.some((name) => knownAlgorithms.includes(name)))
      return invalid('The wallet has no hash algorithm of transaction data')
    return { encoded, credentialIds, algorithms }
  })
}

/** Transactions that one credential authorises, and how its key binding JWT states it (OID4VP-1FINAL-B.3.3.1). */
export interface Authorization {
  transactions: Transaction[]
  algorithm: string
  /** Null unless an entry offered a choice of algorithms; then the JWT names the one used. */
  named: boolean
}

/**
 * Which credential authorises which transaction: the first credential shown of those that the entry names, and no
 * other. Only a key binding JWT holds hashes; for an mdoc the transaction type would have to define how it is
 * authorised, and none here does.
 *
 * @throws RequestRefused `invalid_transaction_data` when no shown credential may authorise an entry
 */
export function assignTransactions(
  transactions: Transaction[],
  selections: Selection[],
): Map<Selection, Authorization> {
  const assigned = new Map<Selection, Transaction[]>()
  for (const transaction of transactions) {
    const selection = selections.find(
      ({ query }) => query.format === 'dc+sd-jwt' && transaction.credentialIds.includes(query.id),
    )
    if (selection === undefined) return invalid('The wallet does not hold a credential that authorises the transaction')
    assigned.set(selection, [...(assigned.get(selection) ?? []), transaction])
  }
  return new Map([...assigned].map(([selection, own]) => [selection, authorizationOf(own)]))
}

function authorizationOf(transactions: Transaction[]): Authorization {
  const algorithm = knownAlgorithms.find((name) =>
    transactions.every(({ algorithms }) => (algorithms ?? ['sha-256']).includes(name)),
  )
  if (algorithm === undefined) return invalid('No hash algorithm fits all transaction data')
  return { transactions, algorithm, named: transactions.some(({ algorithms }) => algorithms !== null) }
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_transaction_data', description)
}
