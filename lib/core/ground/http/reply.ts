import { utf8 } from '../values/base64url'
import { isObject } from '../values/json'
import type { HeaderField, Reply, ReplyBody } from './exchange'

/** Ends the stream of a reply that is not sent: what it holds is free again. */
export async function abandon({ body }: Pick<Reply, 'body'>): Promise<void> {
  if (body?.kind === 'stream') await body.chunks[Symbol.asyncIterator]().return?.()
}

/** Every answer of a protocol endpoint: nothing is cached (RFC 6749 section 5.1, OpenID4VCI 1.0 section 7.2). */
const noStore: HeaderField = ['Cache-Control', 'no-store']

/** A JSON answer. */
export const jsonReply = (status: number, value: unknown, headers: readonly HeaderField[] = []): Reply => ({
  status,
  headers: [['Content-Type', 'application/json'], noStore, ...headers],
  body: { kind: 'json', value },
})

/** An answer with a text of another media type. */
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

/** An answer that is not text, e.g. a picture. */
export const bytesReply = (status: number, mediaType: string, bytes: Uint8Array): Reply => ({
  status,
  headers: [['Content-Type', mediaType], noStore],
  body: { kind: 'bytes', bytes },
})

/** The bytes of a body that is there as a whole: the one place where a value becomes what is sent. */
export function bodyBytes(body: Exclude<ReplyBody, { readonly kind: 'stream' }> | null): Uint8Array {
  if (body === null) return new Uint8Array()
  if (body.kind === 'bytes') return body.bytes
  return utf8(body.kind === 'json' ? JSON.stringify(body.value) : body.text)
}

/** The members of a JSON answer; none where the answer is something else. */
export const membersOf = ({ body }: Reply): Readonly<Record<string, unknown>> =>
  body?.kind === 'json' && isObject(body.value) ? body.value : {}

/** A redirect by 302: 307 would repeat a form with its secrets (RFC 9700 section 4.12). `location` must be ASCII. */
export const redirectReply = (location: string, headers: readonly HeaderField[] = []): Reply => ({
  status: 302,
  headers: [['Location', location], ['Cache-Control', 'no-store'], ['Referrer-Policy', 'no-referrer'], ...headers],
  body: null,
})

/** How a request can show the operator token: as a bearer token, or as a password, so that a browser can ask for it. */
export const operatorChallenges: readonly HeaderField[] = [
  ['WWW-Authenticate', 'Bearer realm="operator"'],
  ['WWW-Authenticate', 'Basic realm="operator", charset="UTF-8"'],
]
