import { z } from 'zod'
import { claimWords } from '../../shared/formats/own-credential'
import {
  type PayloadObject,
  payloadOf,
  type TransactionTypeName,
  transactionTypeUrn,
} from '../../shared/payments/transaction-types'

/** Longest labels of what a wallet shows, in characters. TS12-3.3.3 */
const zLabels = (max: number) => z.array(z.looseObject({ lang: z.string(), value: z.string().max(max) })).min(1)

/** What the metadata of a type say of each transaction type that it allows, by URN. TS12-4.1 */
export const zTransactionDataTypes = z.record(
  z.string(),
  z.looseObject({
    schema: z.string(),
    claims: z.array(
      z.looseObject({
        path: z.array(z.string()),
        visualisation: z.int().min(1).max(4),
        display: z.array(z.looseObject({ lang: z.string(), locale: z.string(), label: z.string() })),
      }),
    ),
    ui_labels: z
      .looseObject({ affirmative_action_label: zLabels(30), transaction_title: zLabels(50) })
      .partial()
      .optional(),
  }),
)

type TransactionDataTypes = z.infer<typeof zTransactionDataTypes>

/** Labels of the button that confirms and of the screen. TS12-3.3.3 */
const labels: Readonly<Record<TransactionTypeName, { readonly confirm: string; readonly title: string }>> = {
  payment: { confirm: 'Confirm payment', title: 'Confirm your payment' },
  login_risk_transaction: { confirm: 'Confirm', title: 'Confirm what you do' },
  account_access: { confirm: 'Allow access', title: 'Allow access to your account' },
  emandate: { confirm: 'Accept mandate', title: 'Accept a payment mandate' },
}

/** How prominently a member is shown: 1 most, 4 if at all; others have the default of TS12, 3. TS12-3.3.1 */
const levels: Readonly<Record<string, 1 | 4>> = {
  amount: 1,
  currency: 1,
  'payee.name': 1,
  action: 1,
  transaction_id: 4,
}

/** Labels of members whose names say too little to a user. */
const wordsOf: Readonly<Record<string, string>> = {
  transaction_id: 'Transaction ID',
  date_time: 'Date and time',
  'payee.name': 'Payee',
  'payee.id': 'Payee ID',
  'payee.logo': 'Logo of the payee',
  'payee.website': 'Website of the payee',
  pisp: 'Payment initiation service',
  aisp: 'Account information service',
  amount_estimated: 'The amount is an estimate',
  amount_earmarked: 'The amount is earmarked',
  sct_inst: 'Instant credit transfer',
  recurrence: 'Recurring payment',
  'recurrence.number': 'Number of payments',
  'recurrence.mit_options': 'Payments that the payee starts',
  'recurrence.mit_options.amount_variable': 'The amount may vary',
  'recurrence.mit_options.apr': 'Annual percentage rate',
  creditor_id: 'Creditor ID',
  payment_payload: 'Payment',
}

/** Describes every member of a payload, parents before children. `within`: its path below the payload of its type. */
const claimsOf = ({ members }: PayloadObject, at: readonly string[], within: string): Claims =>
  Object.entries(members).flatMap(([name, member]) => {
    const path = [...at, name]
    const key = `${within}${name}`
    return [
      {
        path,
        visualisation: levels[key] ?? 3,
        display: [{ lang: 'en', locale: 'en', label: wordsOf[key] ?? claimWords(name) }],
      },
      // A mandate holds a payment, whose members are shown as those of any payment.
      ...(member.type === 'object' ? claimsOf(member, path, member === payloadOf.payment ? '' : `${key}.`) : []),
    ]
  })

type Claims = TransactionDataTypes[string]['claims']

/**
 * `transaction_data_types` of hosted type metadata. `schema` holds the URN, as TS12-2.3 shows and TS12-3.2 reads it,
 * although TS12-4.1 calls it an embedded schema.
 */
export const transactionDataTypes = (names: readonly TransactionTypeName[]): TransactionDataTypes =>
  Object.fromEntries(
    names.map((name) => {
      const urn = transactionTypeUrn(name)
      const { confirm, title } = labels[name]
      const uiLabels = {
        affirmative_action_label: [{ lang: 'en', value: confirm }],
        transaction_title: [{ lang: 'en', value: title }],
      }
      return [urn, { schema: urn, claims: claimsOf(payloadOf[name], ['payload'], ''), ui_labels: uiLabels }]
    }),
  )
