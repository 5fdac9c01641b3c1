import { isObject, type JsonObject } from '../../json'

/** The types of transactions that every wallet shows and confirms (TS12-4.3). */
export const scaTypes = [
  'urn:eudi:sca:payment:1',
  'urn:eudi:sca:login_risk_transaction:1',
  'urn:eudi:sca:account_access:1',
  'urn:eudi:sca:emandate:1',
]

type Rule = (value: unknown) => boolean

const text =
  (most = Number.POSITIVE_INFINITY, least = 0): Rule =>
  (value) =>
    typeof value === 'string' && [...value].length <= most && [...value].length >= least

const number: Rule = (value) => typeof value === 'number'

const yesOrNo: Rule = (value) => typeof value === 'boolean'

const time: Rule = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** An object with texts of these names, and perhaps others. */
const texts =
  (...names: string[]): Rule =>
  (value) =>
    isObject(value) && names.every((name) => typeof value[name] === 'string')

const company = texts('legal_name', 'brand_name', 'domain_name')

const frequencies = 'INDA DAIL WEEK TOWK TWMN MNTH TOMN QUTR FOMN SEMI YEAR TYEA'.split(' ')

/** The members of a payload, and those that it must have. */
interface Payload {
  members: Readonly<Record<string, Rule>>
  needed: readonly string[]
}

const begun = { transaction_id: text(36, 1), date_time: time }

const payment: Payload = {
  members: {
    ...begun,
    payee: texts('name', 'id'),
    pisp: company,
    execution_date: time,
    currency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
    amount: number,
    amount_estimated: yesOrNo,
    amount_earmarked: yesOrNo,
    sct_inst: yesOrNo,
    recurrence: (value) => isObject(value) && frequencies.includes(String(value.frequency)),
  },
  needed: ['transaction_id', 'payee', 'currency', 'amount'],
}

const payloads: Readonly<Record<string, Payload>> = {
  'urn:eudi:sca:payment:1': payment,
  'urn:eudi:sca:login_risk_transaction:1': {
    members: { ...begun, service: text(100), action: text(140) },
    needed: ['transaction_id', 'action'],
  },
  'urn:eudi:sca:account_access:1': {
    members: { ...begun, aisp: company, description: text(140) },
    needed: ['transaction_id'],
  },
  'urn:eudi:sca:emandate:1': {
    members: {
      ...begun,
      start_date: time,
      end_date: time,
      reference_number: text(50, 1),
      creditor_id: text(50, 1),
      purpose: text(1000),
      payment_payload: (value) => isObject(value) && fits(value, payment),
    },
    needed: ['transaction_id'],
  },
}

/** Whether the payload of a transaction is one of its type (TS12-4.3). */
export function isPayload(type: string, payload: JsonObject): boolean {
  const known = payloads[type]
  if (known === undefined || !fits(payload, known)) return false
  const isMandate = type === 'urn:eudi:sca:emandate:1'
  if (isMandate && payload.purpose === undefined && payload.payment_payload === undefined) return false
  return payload.execution_date === undefined || payload.recurrence === undefined
}

const fits = (payload: Readonly<Record<string, unknown>>, { members, needed }: Payload): boolean =>
  needed.every((name) => Object.hasOwn(payload, name)) &&
  Object.entries(payload).every(([name, value]) => Object.hasOwn(members, name) && members[name]?.(value) === true)
