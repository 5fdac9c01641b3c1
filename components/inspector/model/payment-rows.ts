import { transactionDataTypes } from '@/lib/core/issuer/read/transaction-data-types'
import {
  type TransactionTypeName,
  transactionTypeNames,
  transactionTypeUrn,
} from '@/lib/core/shared/payments/transaction-types'
import { isObject } from '@/lib/core/shared/values/json'
import { decodeTransactionData } from '@/lib/core/verifier/read/request/read-transaction-data'
import type { ClaimRow } from './claim-row'
import type { InspectedPresentation } from './flows/verifier-exchanges'

/** Something that a wallet shows before its user approves. */
interface ShownMember {
  readonly path: string
  readonly label: string
  readonly value: string
}

/** Members that a wallet shows alike: 1 most prominently, 3 on the same screen, 4 if at all. TS12-3.3.1 */
interface ShownLevel {
  readonly level: number
  readonly members: readonly ShownMember[]
}

/** A transaction of the request that TS12 defines. */
export interface PaymentEntry {
  readonly title: string
  readonly type: string
  /** Most prominent first. */
  readonly levels: readonly ShownLevel[]
  readonly expected: 'answer' | 'refusal' | null
  /** The format of the credential that confirmed it; `null` while none did. */
  readonly confirmedBy: string | null
}

const titles: Readonly<Record<TransactionTypeName, string>> = {
  payment: 'Payment',
  login_risk_transaction: 'Login',
  account_access: 'Access to an account',
  emandate: 'Mandate',
}

/** Most characters of a value shown, which no wallet has room for either. */
const charactersMax = 500

/** Most entries shown; the request above has all. */
const entriesMax = 8

type Seen = Pick<InspectedPresentation, 'authorization_request' | 'observed'>

/** The transactions of a request whose types TS12 defines; empty for any other request. */
export function paymentEntries({ authorization_request: request, observed }: Seen): readonly PaymentEntry[] {
  const sent: readonly unknown[] = Array.isArray(request.transaction_data) ? request.transaction_data : []
  return sent.slice(0, entriesMax).flatMap((one, index): PaymentEntry[] => {
    const data = typeof one === 'string' ? decodeTransactionData(one) : null
    const name = transactionTypeNames.find((known) => transactionTypeUrn(known) === data?.type)
    if (data === null || name === undefined) return []
    const seen = observed.transactions?.[index]
    return [
      {
        title: titles[name],
        type: transactionTypeUrn(name),
        levels: levelsOf(name, data),
        expected: seen?.expected ?? null,
        confirmedBy: seen?.confirmed_by ?? null,
      },
    ]
  })
}

function levelsOf(name: TransactionTypeName, data: unknown): readonly ShownLevel[] {
  const urn = transactionTypeUrn(name)
  const shown = (transactionDataTypes([name])[urn]?.claims ?? []).flatMap(({ path, visualisation, display }) => {
    const value = valueAt(data, path)
    if (value === undefined || typeof value === 'object') return []
    const text = String(value).slice(0, charactersMax)
    const member = { path: path.slice(1).join('.'), label: display[0]?.label ?? '', value: text }
    return [{ level: visualisation, member }]
  })
  return [1, 2, 3, 4].flatMap((level) => {
    const members = shown.flatMap((one) => (one.level === level ? [one.member] : []))
    return members.length === 0 ? [] : [{ level, members }]
  })
}

const valueAt = (data: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), data)

const rules: readonly Pick<ClaimRow, 'claim' | 'wanted' | 'check'>[] = [
  { claim: 'transaction_data_hashes', wanted: 'the hash of each entry, as it was sent', check: 'vp.txn.hashes_match' },
  { claim: 'jti', wanted: 'a new text: the authentication code of this payment', check: 'vp.sca.jti' },
  { claim: 'response_mode', wanted: 'that of the request', check: 'vp.sca.response_mode' },
  { claim: 'amr', wanted: 'two factors of different categories at least', check: 'vp.sca.amr' },
  { claim: 'amr, its values', wanted: 'from the lists of TS12', check: 'vp.sca.amr_values' },
  { claim: 'vct', wanted: 'of a type for payments, which allows this one', check: 'vp.sca.type_allowed' },
  { claim: 'the key', wanted: 'not that of a PID', check: 'vp.txn.pid_key' },
]

/** What a finding saw, in a cell: a list with commas, an object as JSON. */
function inWords(actual: unknown): string {
  if (Array.isArray(actual)) return actual.map(inWords).join(', ')
  return typeof actual === 'object' ? JSON.stringify(actual) : String(actual)
}

/** What the proof of a payment says, beside the rules of TS12-3.6. */
export const paymentRules = ({ checks }: Pick<InspectedPresentation, 'checks'>): readonly ClaimRow[] =>
  rules.map((rule) => {
    const found = checks.conformance.findLast(({ id }) => id === rule.check)
    const isJudged = found !== undefined && ['pass', 'fail', 'warn'].includes(found.status)
    return {
      ...rule,
      came: isJudged && found.actual != null ? inWords(found.actual) : null,
      status: isJudged ? found.status : null,
    }
  })
