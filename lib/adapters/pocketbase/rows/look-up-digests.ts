import { createHash } from 'node:crypto'
import type { Campaign } from '@/lib/core/ground/ports/store-types'

/**
 * What a text from outside is looked up by: SHA-256 of its UTF-8, as hex. Half a surrogate pair has no UTF-8; as in the stored
 * text itself, U+FFFD stands for it. `pb_migrations/1790000208_lookup_digests.js` computes the same of older rows.
 */
const textDigest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** As `textDigest`; '' for a text that is empty, which is what a column holds of a session without one. */
export const optionalDigest = (text: string): string => (text === '' ? '' : textDigest(text))

/** What the rows of a wallet and version are looked up by. Digests have one length, so no two pairs have the same text. */
export const walletDigest = ({ name, version }: Campaign['wallet']): string =>
  textDigest(textDigest(name) + textDigest(version))
