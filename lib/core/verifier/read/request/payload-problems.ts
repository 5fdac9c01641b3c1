import {
  type PayloadObject,
  payloadOf,
  transactionTypeNames,
  transactionTypeUrn,
} from '../../../shared/payments/transaction-types'
import type { ClauseId } from '../../../shared/ports/clauses'
import { addSeconds, type EpochMillis, fromIso, toIso } from '../../../shared/time/time'
import { isObject, pointerStep } from '../../../shared/values/json'
import type { DecodedEntry } from './read-transaction-data'
import type { RequestProblem } from './request-problem'

type Members = Readonly<Record<string, unknown>>

const payloads: ReadonlyMap<unknown, PayloadObject> = new Map(
  transactionTypeNames.map((name) => [transactionTypeUrn(name), payloadOf[name]]),
)

/** True for one of the four types of TS12, whose schemas are known. TS12-4.3 */
export const isTypeOfPayment = (type: unknown): boolean => payloads.has(type)

const paymentUrn = transactionTypeUrn('payment')
const mandateUrn = transactionTypeUrn('emandate')

/** Members of every entry. TS12-4.2 */
const entryMembers = ['type', 'credential_ids', 'transaction_data_hashes_alg', 'payload']

/**
 * Compares entries of the four types of TS12 with their schemas, and with the rules beside these. Pointers are relative
 * to the member. Never throws. TS12-4.2, TS12-4.3
 * @param now absent where no date is in the past
 */
export function* payloadProblems(decoded: readonly DecodedEntry[], now?: EpochMillis): Iterable<RequestProblem> {
  for (const { at, data } of decoded) {
    const schema = payloads.get(data?.type)
    if (data === null || schema === undefined) continue
    for (const name of Object.keys(data))
      if (!entryMembers.includes(name))
        yield problem(`${at}/${pointerStep(name)}`, 'The type defines no such member.', 'OID4VP-1FINAL-8.5')
    if (data.transaction_data_hashes_alg === undefined)
      yield problem(`${at}/transaction_data_hashes_alg`, 'TS12 requires the hash algorithms.', 'TS12-4.2')
    if (data.payload === undefined) yield problem(`${at}/payload`, 'TS12 requires a payload.', 'TS12-4.2')
    else {
      yield* valueProblems(data.payload, schema, `${at}/payload`)
      if (data.type === paymentUrn) yield* paymentProblems(data.payload, `${at}/payload`, now)
      if (data.type === mandateUrn) yield* mandateProblems(data.payload, `${at}/payload`, now)
    }
  }
}

function* paymentProblems(payload: unknown, at: string, now: EpochMillis | undefined): Iterable<RequestProblem> {
  if (!isObject(payload) || payload.execution_date === undefined) return
  if (payload.recurrence !== undefined)
    yield problem(`${at}/execution_date`, 'It must not be there beside recurrence.', 'TS12-4.3.1')
  else if (now !== undefined && isPast(payload.execution_date, now))
    yield problem(`${at}/execution_date`, 'It must not lie in the past.', 'TS12-4.3.1')
}

function* mandateProblems(payload: unknown, at: string, now: EpochMillis | undefined): Iterable<RequestProblem> {
  if (!isObject(payload)) return
  if (payload.purpose === undefined && payload.payment_payload === undefined)
    yield problem(at, 'An e-mandate has purpose or payment_payload.', 'TS12-4.3.4')
  yield* paymentProblems(payload.payment_payload, `${at}/payment_payload`, now)
}

function* valueProblems(value: unknown, schema: PayloadMember, at: string): Iterable<RequestProblem> {
  if (schema.type === 'object') {
    if (isObject(value)) yield* objectProblems(value, schema, at)
    else yield problem(at, 'It must be an object.')
    return
  }
  const must = scalarRule(value, schema)
  if (must !== null) yield problem(at, `It must be ${must}.`)
}

type PayloadMember = PayloadObject['members'][string]

function* objectProblems(
  value: Members,
  { members, required, isOpen }: PayloadObject,
  at: string,
): Iterable<RequestProblem> {
  for (const name of required)
    if (!Object.hasOwn(value, name)) yield problem(`${at}/${name}`, 'The schema of the type requires it.')
  for (const [name, inner] of Object.entries(value)) {
    const schema = Object.hasOwn(members, name) ? members[name] : undefined
    if (schema !== undefined) yield* valueProblems(inner, schema, `${at}/${pointerStep(name)}`)
    else if (isOpen !== true) yield problem(`${at}/${pointerStep(name)}`, 'The schema of the type has no such member.')
  }
}

/** What a value must be, and is not; `null` if it is. */
function scalarRule(value: unknown, schema: Exclude<PayloadMember, PayloadObject>): string | null {
  if (schema.type === 'number') return typeof value === 'number' ? null : 'a number'
  if (schema.type === 'integer') return Number.isInteger(value) ? null : 'an integer'
  if (schema.type === 'boolean') return typeof value === 'boolean' ? null : 'true or false'
  if (schema.type !== 'string') return null
  if (typeof value !== 'string') return 'a string'
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, pattern, values } = schema
  const { length } = [...value]
  if (length > maxLength) return `at most ${maxLength} characters long`
  if (length < minLength) return `at least ${minLength} character${minLength === 1 ? '' : 's'} long`
  if (values !== undefined && !values.includes(value)) return `one of ${values.join(', ')}`
  if (pattern !== undefined && !pattern.test(value)) return 'three capital letters, an ISO 4217 code'
  if (format === 'date-time' && !isDate(value)) return 'a date, or a date and time, of ISO 8601'
  return format === 'uri' && !URL.canParse(value) ? 'a URI' : null
}

/** The schemas say date-time, and the text speaks of a date: both are taken. */
const dateForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/

const isDate = (text: string): boolean => dateForm.test(text) && fromIso(text) !== null

const halfDay = 12 * 3600

/** A date alone lasts until its end, wherever on earth that is. */
function isPast(date: unknown, now: EpochMillis): boolean {
  if (typeof date !== 'string' || !isDate(date)) return false
  if (date.length === 10) return date < toIso(addSeconds(now, -halfDay)).slice(0, 10)
  const at = fromIso(date)
  return at !== null && at < now
}

const problem = (pointer: string, message: string, clause: ClauseId = 'TS12-4.3'): RequestProblem => ({
  code: 'invalid_transaction_data',
  severity: 'violation',
  pointer,
  message,
  clause,
})
