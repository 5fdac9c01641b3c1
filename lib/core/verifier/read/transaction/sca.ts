import { isObject } from '../../../shared/values/json'
import type { PresentedReading, RequestFacts } from '../response/response-reading'
import { matchedEntries, type TransactionEntry } from './transaction-hashes'

/** What the metadata of a type for payments have as category. TS12-3 */
export const scaCategory = 'urn:eu:europa:ec:eudi:sua:sca'

/** Whether the rules of TS12 apply to entries of this type: the request itself invokes them. TS12-4.3 */
export const isScaType = (type: string): boolean => type.startsWith('urn:eudi:sca:')

/** Methods of each category of factors. TS12-3.6 */
export const factorValues = {
  knowledge: [
    'pin_less_than_6_digits',
    'pin_6_or_more_digits',
    'passphrase_less_than_8_chars',
    'passphrase_8_to_11_chars',
    'passphrase_12_or_more_chars',
    'pattern',
    'other',
  ],
  possession: [
    'key_in_remote_wscd',
    'key_in_local_external_wscd',
    'key_in_local_internal_wscd',
    'key_in_local_native_wscd',
    'other',
  ],
  inherence: ['fingerprint_device', 'fingerprint_external', 'face_device', 'face_external', 'other'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AuthenticationFactor = keyof typeof factorValues

/** Most factors that are read. */
const factorsMax = 32

/** The factors of `amr`; `null` unless it is an array of objects with one category each. TS12-3.6 */
export function factorsOf(
  amr: unknown,
): readonly { readonly category: AuthenticationFactor; readonly value: unknown }[] | null {
  if (!Array.isArray(amr) || amr.length === 0 || amr.length > factorsMax) return null
  const factors = amr.map((one: unknown) => {
    const [entry, ...more] = isObject(one) ? Object.entries(one) : []
    return entry !== undefined && more.length === 0 && isCategory(entry[0])
      ? { category: entry[0], value: entry[1] }
      : null
  })
  return factors.every((one) => one !== null) ? factors : null
}

const isCategory = (name: string): name is AuthenticationFactor => Object.hasOwn(factorValues, name)

/** Entries of TS12 types whose hash a presentation carries. */
export const scaEntriesOf = (
  { transaction }: Pick<PresentedReading, 'transaction'>,
  { transactions }: Pick<RequestFacts, 'transactions'>,
): readonly TransactionEntry[] => {
  const matched = matchedEntries(transaction)
  return matched.size === 0 ? [] : transactions.filter(({ index, type }) => matched.has(index) && isScaType(type))
}
