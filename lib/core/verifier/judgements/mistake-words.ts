import type { TransactionHashes, TransactionHashMistake } from '../read/transaction/transaction-hashes'

const words: Readonly<Record<TransactionHashMistake, string>> = {
  decoded: 'It is the hash of the decoded JSON: hash the string as it was received.',
  another_algorithm: 'It matches with a different algorithm: name it in transaction_data_hashes_alg.',
  with_padding: 'It matches without padding and in the base64url alphabet.',
  as_hex: 'It matches as hexadecimal: send base64url.',
}

/** The first explanation for a hash that matches nothing; `null` if none was found. */
export function mistakeWords({ hashes }: TransactionHashes): string | null {
  const mistake = hashes.find((hash) => hash.mistake !== null)?.mistake ?? null
  return mistake === null ? null : words[mistake]
}
