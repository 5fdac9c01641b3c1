import { isObject, type JsonObject, objectMember, stringMember, stringsMember } from '../../json'

/** The type of a payment that a user confirms (TS12-4.3.1). */
export const paymentType = 'urn:eudi:sca:payment:1'

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isYesOrNo = (value: unknown): boolean => typeof value === 'boolean'
const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** The members of the payload, and what each must be. */
const payloadMembers: Readonly<Record<string, (value: unknown) => boolean>> = {
  transaction_id: (value) => typeof value === 'string' && value.length >= 1 && value.length <= 36,
  date_time: isTime,
  payee: (value) => isObject(value) && ['name', 'id'].every((name) => isText(value[name])),
  pisp: (value) => isObject(value) && ['legal_name', 'brand_name', 'domain_name'].every((name) => isText(value[name])),
  execution_date: isTime,
  currency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
  amount: isNumber,
  amount_estimated: isYesOrNo,
  amount_earmarked: isYesOrNo,
  sct_inst: isYesOrNo,
  recurrence: (value) => isObject(value) && isText(value.frequency),
}

/** A payment as a verifier asks for it, but for the credential that confirms it. */
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

/** Beside the payload, an entry has what OpenID4VP defines (TS12-4.2). */
const entryMembers = ['type', 'credential_ids', 'transaction_data_hashes_alg', 'payload']

/** Why an entry is no such payment, for developers; null when it is one (TS12-4.2, 4.3.1). */
export function mistakeInPayment(entry: JsonObject): string | null {
  const unknown = Object.keys(entry).find((name) => !entryMembers.includes(name))
  if (unknown !== undefined) return 'has a member that its type does not define'
  if (stringsMember(entry, 'transaction_data_hashes_alg') === null) return 'names no hash algorithms'
  const payload = objectMember(entry, 'payload')
  if (payload === null) return 'has no payload'
  if (!['transaction_id', 'payee', 'currency', 'amount'].every((name) => Object.hasOwn(payload, name)))
    return 'has a payload that lacks a member'
  const isRight = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(payloadMembers, name) && payloadMembers[name]?.(value) === true
  return Object.entries(payload).every(isRight) ? null : 'has a payload with a wrong or unknown member'
}

/** Whether an entry says that it is one. */
export const isPayment = (entry: JsonObject): boolean => stringMember(entry, 'type') === paymentType
