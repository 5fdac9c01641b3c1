import { toBase64url, utf8 } from '../../shared/values/base64url'
import type { Json, JsonObject } from '../../shared/values/json'
import { without } from './query-changes'
import { onBothChannels, refused, type TestedTransaction, type VerifierDeviation } from './verifier-deviation'

/** An id that no query uses by accident. */
const unknownQuery = 'no_such_query'

/** Changes the first transaction data entry. */
const inFirst = (change: (entry: JsonObject, tested: TestedTransaction) => JsonObject) => ({
  changes: {
    parameters: (request: JsonObject, { transaction }: { readonly transaction: TestedTransaction | null }) => {
      if (transaction === null) return request
      const rest: readonly Json[] = Array.isArray(request.transaction_data) ? request.transaction_data.slice(1) : []
      const first = toBase64url(utf8(JSON.stringify(change(transaction.first, transaction))))
      return { ...request, transaction_data: [first, ...rest] }
    },
  },
})

const queriesNamed = ({ credential_ids: ids }: JsonObject): readonly Json[] => (Array.isArray(ids) ? ids : [])

const invalid = { ...refused('invalid_transaction_data'), ...onBothChannels }

/** Errors in members common to all transaction data types. OID4VP-1FINAL-5.1 */
const ofAnyType: readonly VerifierDeviation[] = [
  {
    id: 'txn_type_not_string',
    title: 'The type of the transaction data is a number.',
    clause: 'OID4VP-1FINAL-5.1',
    ...invalid,
    needs: { transaction: 'entry' },
    ...inFirst((entry) => ({ ...entry, type: 1 })),
  },
  {
    id: 'txn_credential_ids_not_array',
    title: 'The credential_ids of the transaction data are a text.',
    clause: 'OID4VP-1FINAL-5.1',
    ...invalid,
    needs: { transaction: 'entry' },
    ...inFirst((entry) => ({ ...entry, credential_ids: queriesNamed(entry)[0] ?? '' })),
  },
  {
    id: 'txn_credential_id_unknown',
    title: 'The transaction data name a credential query that there is, and one that there is not.',
    clause: 'OID4VP-1FINAL-5.1',
    ...invalid,
    needs: { transaction: 'entry' },
    ...inFirst((entry) => ({ ...entry, credential_ids: [...queriesNamed(entry), unknownQuery] })),
  },
  {
    id: 'txn_credential_ids_other',
    title: 'The transaction data name no credential query but one that there is not.',
    clause: 'OID4VP-1FINAL-8.5',
    ...invalid,
    needs: { transaction: 'entry' },
    ...inFirst((entry) => ({ ...entry, credential_ids: [unknownQuery] })),
  },
]

/** Errors in type-specific members, visible only to wallets that know the type. OID4VP-1FINAL-8.5 */
const ofKnownType: readonly VerifierDeviation[] = [
  {
    id: 'txn_unknown_field',
    title: 'The transaction data have a member that their type does not define.',
    clause: 'OID4VP-1FINAL-8.5',
    ...invalid,
    needs: { transaction: 'entry' },
    ...inFirst((entry) => ({ ...entry, wallet_capture_unknown: 'unknown' })),
  },
  {
    id: 'txn_wrong_field_type',
    title: 'A member of the transaction data is an array, which its type does not allow.',
    clause: 'OID4VP-1FINAL-8.5',
    ...invalid,
    needs: { transaction: 'required_field' },
    ...inFirst((entry, { requiredField }) => ({ ...entry, [requiredField]: [1] })),
  },
  {
    id: 'txn_value_out_of_range',
    title: 'A member of the transaction data has a value that its type does not allow.',
    clause: 'OID4VP-1FINAL-8.5',
    ...invalid,
    needs: { transaction: 'out_of_range' },
    ...inFirst((entry, { outOfRange }) => ({ ...entry, ...outOfRange })),
  },
  {
    id: 'txn_missing_field',
    title: 'The transaction data lack a member that their type requires.',
    clause: 'OID4VP-1FINAL-8.5',
    ...invalid,
    needs: { transaction: 'required_field' },
    ...inFirst((entry, { requiredField }) => without(entry, requiredField)),
  },
]

/** One error in the first entry of the tester's transaction data. */
export const transactionDeviations: readonly VerifierDeviation[] = [...ofAnyType, ...ofKnownType]
