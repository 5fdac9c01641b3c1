import { createHash } from 'node:crypto'

/** SHA-256 of a text in UTF-8. Texts of any length can be compared by it in constant time. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** SHA-256 of a text, base64url, under which something is kept in place of a secret. */
export const digestName = (text: string): string => digestOf(text).toString('base64url')
