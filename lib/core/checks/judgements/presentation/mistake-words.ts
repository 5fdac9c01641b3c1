import type { TransactionHashes, TransactionHashMistake } from '../../../oid4vp/transaction/transaction-hashes'

const words: Readonly<Record<TransactionHashMistake, string>> = {
  decoded: 'It is the hash of the decoded JSON: hash the string as it was received.',
  another_algorithm: 'It fits with another algorithm: name it in transaction_data_hashes_alg.',
  with_padding: 'It fits without padding and in the base64url alphabet.',
  as_hex: 'It fits as hexadecimal: send base64url.',
}

/** The first explanation for a hash that fits nothing; `null` where none was found. */
export function mistakeWords({ hashes }: TransactionHashes): string | null {
  const mistake = hashes.find((hash) => hash.mistake !== null)?.mistake ?? null
  return mistake === null ? null : words[mistake]
}
