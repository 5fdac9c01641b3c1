import type { ExchangeId } from '../ports/ids'
import type { EpochMillis } from '../time/time'

/** One header field as it stood on the wire: `[name, value]`, spelling and repetition kept. */
export type HeaderField = readonly [name: string, value: string]

/** An HTTP request as data, taken before anything parsed or normalised it. */
export interface Exchange {
  readonly id: ExchangeId
  /** Arrival of the request. */
  readonly at: EpochMillis
  readonly method: string
  /** Path of the request target as received, percent-encoding kept, without the query. */
  readonly path: string
  /** Query as received, without `?`; `null` when the target had none. */
  readonly query: string | null
  /** Host and port of a target in absolute form; absent for any other. It counts, and `Host` does not. RFC9112-3.2.2 */
  readonly targetHost?: string
  readonly headers: readonly HeaderField[]
  readonly body: Uint8Array
  /** True when the body was longer than the endpoint's bound; `body` then holds the first part only. */
  readonly bodyOverflow: boolean
  /** Bytes of the body as received, as far as they were counted. */
  readonly bodyBytes: number
  readonly remoteAddress: string
  /** TLS version that the client speaks, e.g. `TLSv1.3`; absent where nobody can tell. */
  readonly tlsVersion?: string
  /** A trusted proxy says that the client spoke plain http. */
  readonly plainHttp?: true
}

/** An HTTP answer as data. `body` null means no body at all. */
export interface Reply {
  readonly status: number
  readonly headers: readonly HeaderField[]
  readonly body: ReplyBody | null
}

/** The body of an answer as a value: `bodyBytes` in reply.ts turns it into bytes when it is sent. */
export type ReplyBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Handed on while it comes; `length` in bytes. Whoever sends no body ends it. */
  | { readonly kind: 'stream'; readonly length: number; readonly chunks: AsyncIterable<Uint8Array> }

/** All values of one header, compared without case, in order of arrival. */
export function headerValues(exchange: Pick<Exchange, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase()
  return exchange.headers.filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value)
}

/** The first value of a header, `null` when it is absent. */
export const headerValue = (exchange: Pick<Exchange, 'headers'>, name: string): string | null =>
  headerValues(exchange, name)[0] ?? null

/** Host and port that a request is for, as sent; `null` when it names none. RFC9112-3.2.2 */
export const requestHost = ({ targetHost, headers }: Pick<Exchange, 'headers' | 'targetHost'>): string | null =>
  targetHost ?? headerValue({ headers }, 'host')

/**
 * Media type of the request body without parameters, lower case; `null` when there is none. Two Content-Type fields are
 * no media type, and come joined as HTTP joins repeated fields. RFC 9110 sections 5.3 and 8.3.
 */
export function mediaTypeOf(exchange: Pick<Exchange, 'headers'>): string | null {
  const values = headerValues(exchange, 'content-type').map((value) => (value.split(';')[0] ?? '').trim().toLowerCase())
  return values.length === 0 ? null : values.join(', ')
}

/** All values of a header that is a list, joined to one; `null` when it is absent. RFC 9110 section 5.3 */
export function listHeader(exchange: Pick<Exchange, 'headers'>, name: string): string | null {
  const values = headerValues(exchange, name)
  return values.length === 0 ? null : values.join(', ')
}

/** Methods of HTTP. RFC 9110 section 9.3, RFC 5789 section 2 */
const standardMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
])

/**
 * A method as records, events and logs show it. A secret may be sent in its place, and then looks like any word, so only
 * standard ones are shown, and of others the number of characters.
 */
export const shownMethod = (method: string): string =>
  standardMethods.has(method) ? method : `[name:${method.length}]`

/** The protocols that wallets speak to this service. */
export type WalletProtocol = 'openid4vci' | 'openid4vp'

export const walletProtocols: readonly WalletProtocol[] = ['openid4vci', 'openid4vp']

/**
 * True for what the ledger shows. Whoever saw a certificate or a credential reads lists of trusted entities and of statuses,
 * and whom that concerns finds it in the session.
 */
export const isOfLedger = ({ path }: { readonly path: string }): boolean => !path.startsWith('/trust/')

/** What every address of the verifier has in its path; an index of storage looks for the same text, without case. */
const verifierPathPart = '/openid4vp/'

/** The protocol that a request was meant for, by its path: a misdirected one names its protocol too. */
export const walletProtocolOf = ({ path }: { readonly path: string }): WalletProtocol =>
  path.toLowerCase().includes(verifierPathPart) ? 'openid4vp' : 'openid4vci'
