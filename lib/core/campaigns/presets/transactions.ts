import type { TransactionTemplate } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { transactionDeviations } from '../../verifier/deviations/transactions'
import { cardQueryId, ofCard } from './payments'
import { asHeading, type Preset } from './preset'
import { heldByNobody, query } from './queries'

/** Used if the campaign has no transaction. */
const madeUp: TransactionTemplate = { data: { type: 'com.example.payment' } }

/** Like `madeUp`, for tests that change a member. */
const madeUpWithAmount: TransactionTemplate = {
  data: { ...madeUp.data, amount: '12.50' },
  requiredField: 'amount',
  outOfRange: { amount: '-12.50' },
}

/** Transaction data for a credential query. OID4VP-1FINAL-5.1 */
function transactionOf({ data }: TransactionTemplate, credentialId: string, members: JsonObject): JsonObject {
  const { type = '', ...others } = data
  return { transaction_data: [{ type, credential_ids: [credentialId], ...others, ...members }] }
}

/** The hash algorithm, where the template leaves it open. */
const hashed = ({ data }: TransactionTemplate): JsonObject =>
  data.transaction_data_hashes_alg === undefined ? { transaction_data_hashes_alg: ['sha-256'] } : {}

/** A transaction that a good wallet confirms: without it, nothing shows that it knows the type. */
export const transactionPreset: Preset = {
  id: 'transaction_data',
  kind: 'presentation',
  title: 'A transaction that the presentation confirms',
  expects: 'answer',
  transaction: 'optional',
  ...ofCard,
  body: ({ transactionTemplate: template = madeUp }) => ({
    profile: 'haip',
    ...transactionOf(template, cardQueryId, hashed(template)),
  }),
}

/** Transactions that a good wallet cannot confirm. */
export const unconfirmedTransactions: readonly Preset[] = [
  {
    id: 'transaction_without_credential',
    kind: 'presentation',
    title: 'A transaction on a credential that nobody holds',
    expects: 'refusal',
    transaction: 'optional',
    body: ({ transactionTemplate: template = madeUp }) => ({
      profile: 'haip',
      expect: 'refusal',
      ...query([heldByNobody]),
      ...transactionOf(template, 'unknown_1', {}),
    }),
  },
  {
    id: 'transaction_sha512_only',
    kind: 'presentation',
    title: 'A transaction whose only hash algorithm is sha-512',
    expects: 'refusal',
    transaction: 'optional',
    person: 'A wallet that hashes with sha-512 may respond.',
    ...ofCard,
    body: ({ transactionTemplate: template = madeUp }) => ({
      profile: 'haip',
      expect: 'refusal',
      ...transactionOf(template, cardQueryId, { transaction_data_hashes_alg: ['sha-512'] }),
    }),
  },
]

/** One preset per defect in a transaction of a type that the wallet knows. */
export const wrongTransactions: readonly Preset[] = transactionDeviations.map(({ id, title, needs }): Preset => {
  const needed = needs?.transaction ?? 'entry'
  return {
    id,
    kind: 'presentation',
    title: asHeading(title),
    expects: 'refusal',
    transaction: needed,
    ...ofCard,
    body: ({ transactionTemplate: template = madeUpWithAmount }) => ({
      profile: 'haip',
      negative_test: id,
      ...transactionOf(template, cardQueryId, hashed(template)),
      ...(needed === 'required_field' ? { transaction_required_field: template.requiredField ?? '' } : {}),
      ...(needed === 'out_of_range' ? { transaction_out_of_range: template.outOfRange ?? {} } : {}),
    }),
  }
})
