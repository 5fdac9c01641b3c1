import type { KeyedHash } from '../../shared/ports/ports'
import type { TransactionCodeOffer } from '../../shared/ports/session-options'
import type { JsonObject } from '../../shared/values/json'

const lengthDefault = 6
/** Digits and capital letters that are hard to confuse. */
const textAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Number of characters of a code. */
export const codeLength = ({ length }: TransactionCodeOffer): number => length ?? lengthDefault

/**
 * A session's transaction code, which reaches the wallet through a separate channel. Derived from the installation's
 * key, never stored. Modulo bias does not matter with five attempts.
 */
export function transactionCode(offerName: string, offer: TransactionCodeOffer, keyedHash: KeyedHash): string {
  const alphabet = offer.input_mode === 'text' ? textAlphabet : '0123456789'
  const bytes = keyedHash('tx_code', offerName)
  return Array.from({ length: Math.min(codeLength(offer), bytes.length) }, (_, index) =>
    alphabet.charAt((bytes[index] ?? 0) % alphabet.length),
  ).join('')
}

/** True if a code has only digits. */
export const isDigits = (code: string): boolean => /^\d+$/.test(code)

/** Whether a code has the form in its offer; numeric by default. */
export const fitsOffer = (code: string, { input_mode: mode, length }: TransactionCodeOffer): boolean =>
  (length === undefined || code.length === length) && (mode === 'text' || isDigits(code))

/** `tx_code` of the offer, with the members set in the session request. */
export const transactionCodeObject = ({ input_mode, length, description }: TransactionCodeOffer): JsonObject => ({
  ...(input_mode === undefined ? {} : { input_mode }),
  ...(length === undefined ? {} : { length }),
  ...(description === undefined ? {} : { description }),
})
