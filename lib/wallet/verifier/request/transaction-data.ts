import type { HeldCredential } from '../../formats/stored-credential'
import { type JsonObject, objectMember, readJsonObject, stringMember, stringsMember } from '../../json'
import type { DcqlQuery } from '../dcql/dcql-query'
import type { Selection } from '../dcql/select-credentials'
import { RequestRefused } from './request-refused'
import { isPayload, scaTypes } from './sca-payloads'

/** The type of a payment that a user confirms (TS12-4.3.1). */
const paymentType = 'urn:eudi:sca:payment:1'

/** A payment as a verifier requests it, except for the credential that confirms it. */
export const paymentExample = {
  type: paymentType,
  transaction_data_hashes_alg: ['sha-256'],
  payload: {
    transaction_id: '8D8AC610-566D-4EF0-9C22-186B2A5ED793',
    payee: { name: 'Bookshop', id: 'DE98ZZZ09999999999' },
    currency: 'EUR',
    amount: 12.5,
  },
}

/** Members defined by OpenID4VP, besides the payload (TS12-4.2). */
const entryMembers = ['type', 'credential_ids', 'transaction_data_hashes_alg', 'payload']

/** Why an entry is not one of its type, for developers; null if it is (TS12-4.2, TS12-4.3). */
function mistakeIn(entry: JsonObject, type: string): string | null {
  const unknown = Object.keys(entry).find((name) => !entryMembers.includes(name))
  if (unknown !== undefined) return 'has a member that its type does not define'
  if (stringsMember(entry, 'transaction_data_hashes_alg') === null) return 'names no hash algorithms'
  const payload = objectMember(entry, 'payload')
  if (payload === null) return 'has no payload'
  return isPayload(type, payload) ? null : 'has a payload with a wrong, unknown or missing member'
}

/** A transaction that the user is asked to authorise (OID4VP-1FINAL-5.1). */
export interface Transaction {
  type: string
  /** As received: the hash covers this text. */
  encoded: string
  /** Ids of the credential queries, one of which must authorise it. */
  credentialIds: string[]
  /** The hash algorithms to choose from; null means sha-256. */
  algorithms: string[] | null
}

/** Hash algorithms of this wallet, in order of preference. */
const knownAlgorithms = ['sha-256', 'sha-384', 'sha-512']

/**
 * Parses `transaction_data`; empty if absent.
 * @param types - the types that this wallet can show to its user
 * @param anyPayload - whether it takes what breaks the rules of its type
 * @throws RequestRefused `invalid_transaction_data` when it does not understand an entry (OID4VP-1FINAL-8.5)
 */
export function readTransactions(
  value: unknown,
  { credentials }: DcqlQuery,
  types: string[],
  anyPayload = false,
): Transaction[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length === 0) return invalid('transaction_data is not a non-empty array')
  return value.map((encoded: unknown): Transaction => {
    if (typeof encoded !== 'string' || !/^[A-Za-z0-9_-]+$/.test(encoded))
      return invalid('An entry of transaction_data is not base64url')
    const data = readJsonObject(Buffer.from(encoded, 'base64url').toString('utf8'))
    if (data === null) return invalid('An entry of transaction_data is not a JSON object')
    const type = stringMember(data, 'type') ?? ''
    if (!types.includes(type)) return invalid('The wallet does not know a type of transaction data')
    const mistake = scaTypes.includes(type) && !anyPayload ? mistakeIn(data, type) : null
    if (mistake !== null) return invalid(`An entry of transaction_data ${mistake}`)
    const credentialIds = stringsMember(data, 'credential_ids') ?? []
    const bound = credentials.filter(({ holderBinding }) => holderBinding).map(({ id }) => id)
    if (credentialIds.length === 0 || !credentialIds.every((id) => bound.includes(id)))
      return invalid('The credential_ids of transaction data name no query with holder binding')
    const algorithms = stringsMember(data, 'transaction_data_hashes_alg')
    if (data.transaction_data_hashes_alg !== undefined && !algorithms?.some((name) => knownAlgorithms.includes(name)))
      return invalid('The wallet has no hash algorithm of transaction data')
    return { type, encoded, credentialIds, algorithms }
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
 * Assigns each transaction to the first shown credential that its entry names, and never to a PID (PIDRB-5). Only a key binding JWT contains hashes;
 * for an mdoc the transaction type would have to define its authorisation, and none here does.
 * @throws RequestRefused `invalid_transaction_data` when no shown credential may authorise an entry
 */
export function assignTransactions(
  transactions: Transaction[],
  selections: Selection[],
  { confirmsWithPid }: { confirmsWithPid: boolean },
): Map<Selection, Authorization> {
  const assigned = new Map<Selection, Transaction[]>()
  for (const transaction of transactions) {
    const named = selections.filter(
      ({ query }) => query.format === 'dc+sd-jwt' && transaction.credentialIds.includes(query.id),
    )
    const selection = named.find(({ credential }) => confirmsWithPid || !isPid(credential))
    // A careless wallet shows an mdoc, and ignores the transaction.
    if (selection === undefined && confirmsWithPid) continue
    if (selection === undefined && named.length > 0) return invalid('The key of a PID confirms no transaction')
    if (selection === undefined) return invalid('The wallet does not hold a credential that authorises the transaction')
    assigned.set(selection, [...(assigned.get(selection) ?? []), transaction])
  }
  return new Map([...assigned].map(([selection, own]) => [selection, authorizationOf(own)]))
}

/** Whether a credential is a PID, of whatever country (PIDRB-3.1.1, PIDRB-4.2). */
function isPid({ type, claims }: Pick<HeldCredential, 'type' | 'claims'>): boolean {
  const names = [type, ...(Array.isArray(claims.aka_vcts) ? claims.aka_vcts : [])]
  return names.some((name) => name === 'eu.europa.ec.eudi.pid.1' || String(name).startsWith('urn:eudi:pid:'))
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
