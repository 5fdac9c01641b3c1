/** What a member of a payload may hold, in the terms of the published JSON schemas. TS12-4.3 */
type PayloadMember =
  | {
      readonly type: 'string'
      readonly minLength?: number
      readonly maxLength?: number
      readonly format?: 'date-time' | 'uri'
      readonly pattern?: RegExp
      readonly values?: readonly string[]
    }
  | { readonly type: 'number' | 'integer' | 'boolean' }
  | PayloadObject

/** An object with these members. `isOpen`: it may have others. */
export interface PayloadObject {
  readonly type: 'object'
  readonly members: Readonly<Record<string, PayloadMember>>
  readonly required: readonly string[]
  readonly isOpen?: true
}

/** The transaction types that TS12 defines, by the last part of their names. TS12-4.3 */
export const transactionTypeNames = ['payment', 'login_risk_transaction', 'account_access', 'emandate'] as const

export type TransactionTypeName = (typeof transactionTypeNames)[number]

/** The URN of a transaction type, which is that of its schema too. TS12-4.3 */
export const transactionTypeUrn = (name: TransactionTypeName): string => `urn:eudi:sca:${name}:1`

/** ISO 20022 codes for how often a payment recurs. TS12-4.3.1 */
const frequencies = [
  'INDA',
  'DAIL',
  'WEEK',
  'TOWK',
  'TWMN',
  'MNTH',
  'TOMN',
  'QUTR',
  'FOMN',
  'SEMI',
  'YEAR',
  'TYEA',
] as const

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const whole = { type: 'integer' } as const
const yesOrNo = { type: 'boolean' } as const
const instant = { type: 'string', format: 'date-time' } as const
const address = { type: 'string', format: 'uri' } as const
const upTo = (maxLength: number) => ({ type: 'string', maxLength }) as const

/** What every payload begins with. */
const begun = { transaction_id: { type: 'string', minLength: 1, maxLength: 36 }, date_time: instant } as const

/** Who is between the payee or the account and the user. */
const provider: PayloadObject = {
  type: 'object',
  members: { legal_name: text, brand_name: text, domain_name: text },
  required: ['legal_name', 'brand_name', 'domain_name'],
  isOpen: true,
}

const payment: PayloadObject = {
  type: 'object',
  members: {
    ...begun,
    payee: {
      type: 'object',
      members: { name: text, id: text, logo: address, website: address },
      required: ['name', 'id'],
      isOpen: true,
    },
    pisp: provider,
    execution_date: instant,
    currency: { type: 'string', pattern: /^[A-Z]{3}$/ },
    amount: number,
    amount_estimated: yesOrNo,
    amount_earmarked: yesOrNo,
    sct_inst: yesOrNo,
    recurrence: {
      type: 'object',
      members: {
        start_date: instant,
        end_date: instant,
        number: whole,
        frequency: { type: 'string', values: frequencies },
        mit_options: {
          type: 'object',
          members: {
            amount_variable: yesOrNo,
            min_amount: number,
            max_amount: number,
            total_amount: number,
            initial_amount: number,
            initial_amount_number: whole,
            apr: number,
          },
          required: [],
          isOpen: true,
        },
      },
      required: ['frequency'],
      isOpen: true,
    },
  },
  required: ['transaction_id', 'payee', 'currency', 'amount'],
}

/** The payload of each transaction type, as the schemas of TS12 1.0.1 have it. TS12-4.3 */
export const payloadOf: Readonly<Record<TransactionTypeName, PayloadObject>> = {
  payment,
  login_risk_transaction: {
    type: 'object',
    members: { ...begun, service: upTo(100), action: upTo(140) },
    required: ['transaction_id', 'action'],
  },
  account_access: {
    type: 'object',
    members: { ...begun, aisp: provider, description: upTo(140) },
    required: ['transaction_id'],
  },
  emandate: {
    type: 'object',
    members: {
      ...begun,
      start_date: instant,
      end_date: instant,
      reference_number: { type: 'string', minLength: 1, maxLength: 50 },
      creditor_id: { type: 'string', minLength: 1, maxLength: 50 },
      purpose: upTo(1000),
      payment_payload: payment,
    },
    required: ['transaction_id'],
  },
}
