import type { SessionId } from '../../ground/ports/ids'
import type { TransactionCodeOffer } from '../../ground/ports/issuer-options'
import type { KeyedHash } from '../../ground/ports/ports'
import type { JsonObject } from '../../ground/values/json'

const lengthDefault = 6
/** Digits and capitals that no reader takes for one another. */
const textAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * The transaction code of a session: what a human carries to the wallet by another way than the offer. It follows from
 * the installation's key and is never stored. RFC 4648 has no say in it; the modulus leaves a bias that is no matter
 * for five attempts.
 */
export function transactionCode(session: SessionId, offer: TransactionCodeOffer, keyedHash: KeyedHash): string {
  const alphabet = offer.input_mode === 'text' ? textAlphabet : '0123456789'
  const bytes = keyedHash('tx_code', session)
  return Array.from({ length: Math.min(offer.length ?? lengthDefault, bytes.length) }, (_, index) =>
    alphabet.charAt((bytes[index] ?? 0) % alphabet.length),
  ).join('')
}

/** Whether a code has the form that its offer describes; numeric is meant where nothing is said. */
export const fitsOffer = (code: string, { input_mode: mode, length }: TransactionCodeOffer): boolean =>
  (length === undefined || code.length === length) && (mode === 'text' || /^\d+$/.test(code))

/** The offer's object, with the members that were asked for. */
export const transactionCodeObject = ({ input_mode, length, description }: TransactionCodeOffer): JsonObject => ({
  ...(input_mode === undefined ? {} : { input_mode }),
  ...(length === undefined ? {} : { length }),
  ...(description === undefined ? {} : { description }),
})
