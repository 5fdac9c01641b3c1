import { isFinalError } from '../ports/errors'
import { utf8 } from '../values/base64url'
import { isObject } from '../values/json'
import type { HeaderField, Reply, ReplyBody } from './exchange'

/** Ends the stream of a reply that is not sent, releasing its resources. */
export async function abandon({ body }: Pick<Reply, 'body'>): Promise<void> {
  if (body?.kind === 'stream') await body.chunks[Symbol.asyncIterator]().return?.()
}

/** On every protocol response: nothing is cached (RFC 6749 section 5.1, OpenID4VCI 1.0 section 7.2). */
const noStore: HeaderField = ['Cache-Control', 'no-store']

/** A JSON response. */
export const jsonReply = (status: number, value: unknown, headers: readonly HeaderField[] = []): Reply => ({
  status,
  headers: [['Content-Type', 'application/json'], noStore, ...headers],
  body: { kind: 'json', value },
})

/** A text response of another media type. */
export const textReply = (
  status: number,
  mediaType: string,
  text: string,
  headers: readonly HeaderField[] = [],
): Reply => ({
  status,
  headers: [['Content-Type', mediaType], noStore, ...headers],
  body: { kind: 'text', text },
})

/** A binary response, e.g. a picture. */
export const bytesReply = (status: number, mediaType: string, bytes: Uint8Array): Reply => ({
  status,
  headers: [['Content-Type', mediaType], noStore],
  body: { kind: 'bytes', bytes },
})

/** The bytes of a non-streamed body: the one place where a body value is serialised. */
export function bodyBytes(body: Exclude<ReplyBody, { readonly kind: 'stream' }> | null): Uint8Array {
  if (body === null) return new Uint8Array()
  if (body.kind === 'bytes') return body.bytes
  return utf8(body.kind === 'json' ? JSON.stringify(body.value) : body.text)
}

/** The members of a JSON response; empty for any other. */
export const membersOf = ({ body }: Reply): Readonly<Record<string, unknown>> =>
  body?.kind === 'json' && isObject(body.value) ? body.value : {}

/** A 302 redirect: 307 would resubmit a form with its secrets (RFC 9700 section 4.12). `location` must be ASCII. */
export const redirectReply = (location: string, headers: readonly HeaderField[] = []): Reply => ({
  status: 302,
  headers: [['Location', location], ['Cache-Control', 'no-store'], ['Referrer-Policy', 'no-referrer'], ...headers],
  body: null,
})

/** Challenges for the operator token: as bearer token, or as password so that a browser can prompt for it. */
export const operatorChallenges: readonly HeaderField[] = [
  ['WWW-Authenticate', 'Bearer realm="operator"'],
  ['WWW-Authenticate', 'Basic realm="operator", charset="UTF-8"'],
]

/** Whether a reply refuses for good: a challenge, which every wallet gets, does not. */
export function isFinalRefusal(reply: Reply): boolean {
  const { error } = membersOf(reply)
  return reply.status >= 400 && typeof error === 'string' && isFinalError(error)
}
