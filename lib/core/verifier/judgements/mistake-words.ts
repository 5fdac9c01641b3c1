import type { Wording } from '../../ground/values/wording'
import { say } from '../../ground/values/wording'
import type { TransactionHashes, TransactionHashMistake } from '../read/transaction/transaction-hashes'

const words: Readonly<Record<TransactionHashMistake, Wording>> = {
  decoded: say`It is the hash of the decoded JSON: hash the string as it was received.`,
  another_algorithm: say`It matches with a different algorithm: name it in transaction_data_hashes_alg.`,
  with_padding: say`It matches without padding and in the base64url alphabet.`,
  as_hex: say`It matches as hexadecimal: send base64url.`,
}

/** The first explanation for a hash that matches nothing; `null` if none was found. */
export function mistakeWords({ hashes }: TransactionHashes): Wording | null {
  const mistake = hashes.find((hash) => hash.mistake !== null)?.mistake ?? null
  return mistake === null ? null : words[mistake]
}
