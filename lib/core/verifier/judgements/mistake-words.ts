import { say } from '../../ground/values/wording'
import type { TransactionHashes, TransactionHashMistake } from '../read/transaction/transaction-hashes'
import type { Explanation } from './hint-words'

const words: Readonly<Record<TransactionHashMistake, Explanation>> = {
  decoded: {
    cause: say`A hash of the transaction data covers the decoded JSON`,
    hint: say`Hash the string as it was received.`,
  },
  another_algorithm: {
    cause: say`A hash of the transaction data was made with another algorithm than it names`,
    hint: say`Name the algorithm in transaction_data_hashes_alg.`,
  },
  with_padding: {
    cause: say`A hash of the transaction data is not in base64url without padding`,
    hint: say`Leave out the padding, and use the alphabet of base64url.`,
  },
  as_hex: { cause: say`A hash of the transaction data is hexadecimal`, hint: say`Send base64url.` },
}

/** The first explanation for a hash that matches nothing, as members of a violation; empty if none was found. */
export function mistakeWords({ hashes }: TransactionHashes): Partial<Explanation> {
  const mistake = hashes.find((hash) => hash.mistake !== null)?.mistake ?? null
  return mistake === null ? {} : words[mistake]
}
