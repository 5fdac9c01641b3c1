import type { KeyedHash } from '../../ground/ports/ports'
import type { TransactionCodeOffer } from '../../ground/ports/session-options'
import type { JsonObject } from '../../ground/values/json'

const lengthDefault = 6
/** Digits and capital letters that are hard to confuse. */
const textAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * The transaction code of a session, which a person brings to the wallet through a separate channel. Derived from the
 * installation's key and never stored. The modulo bias does not matter for five attempts.
 */
export function transactionCode(offerName: string, offer: TransactionCodeOffer, keyedHash: KeyedHash): string {
  const alphabet = offer.input_mode === 'text' ? textAlphabet : '0123456789'
  const bytes = keyedHash('tx_code', offerName)
  return Array.from({ length: Math.min(offer.length ?? lengthDefault, bytes.length) }, (_, index) =>
    alphabet.charAt((bytes[index] ?? 0) % alphabet.length),
  ).join('')
}

/** Whether a code is digits and nothing else. */
export const isDigits = (code: string): boolean => /^\d+$/.test(code)

/** Whether a code has the form that its offer describes; numeric by default. */
export const fitsOffer = (code: string, { input_mode: mode, length }: TransactionCodeOffer): boolean =>
  (length === undefined || code.length === length) && (mode === 'text' || isDigits(code))

/** The `tx_code` object of the offer, with the members that the session request set. */
export const transactionCodeObject = ({ input_mode, length, description }: TransactionCodeOffer): JsonObject => ({
  ...(input_mode === undefined ? {} : { input_mode }),
  ...(length === undefined ? {} : { length }),
  ...(description === undefined ? {} : { description }),
})
