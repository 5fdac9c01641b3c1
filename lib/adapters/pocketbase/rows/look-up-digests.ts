import { createHash } from 'node:crypto'
import type { Campaign } from '@/lib/core/shared/ports/store-types'

/**
 * The digest by which a text from outside is looked up: hex SHA-256 of its UTF-8. U+FFFD replaces lone surrogates, as
 * in the stored text. `pb_migrations/1790000208_lookup_digests.js` computes the same for older rows.
 */
const textDigest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Like `textDigest`, but '' for an empty text: that is the column's value in sessions without the text. */
export const optionalDigest = (text: string): string => (text === '' ? '' : textDigest(text))

/**
 * The digest by which rows of a wallet and version are looked up. Digests have a fixed length, so two pairs never join
 * to the same text.
 */
export const walletDigest = ({ name, version }: Campaign['wallet']): string =>
  textDigest(textDigest(name) + textDigest(version))
