import type { HeaderField, Reply } from './exchange'

/** Every answer of a protocol endpoint: nothing is cached (RFC 6749 section 5.1, OpenID4VCI 1.0 section 7.2). */
const noStore: HeaderField = ['Cache-Control', 'no-store']

/** A JSON answer. */
export const jsonReply = (status: number, value: unknown, headers: readonly HeaderField[] = []): Reply => ({
  status,
  headers: [['Content-Type', 'application/json'], noStore, ...headers],
  body: JSON.stringify(value),
})

/** An answer with a body of another media type. */
export const textReply = (
  status: number,
  mediaType: string,
  body: string,
  headers: readonly HeaderField[] = [],
): Reply => ({
  status,
  headers: [['Content-Type', mediaType], noStore, ...headers],
  body,
})
