import type { ExchangeId } from '../ports/ids'
import type { EpochMillis } from '../time/time'

/** One header field as on the wire: `[name, value]`, with spelling and repetition kept. */
export type HeaderField = readonly [name: string, value: string]

/** An HTTP request as data, before any parsing or normalisation. */
export interface Exchange {
  readonly id: ExchangeId
  /** Arrival of the request. */
  readonly at: EpochMillis
  readonly method: string
  /** Path of the request target as received, percent-encoded, without the query. */
  readonly path: string
  /** Query as received, without `?`; `null` if absent. */
  readonly query: string | null
  /** Host and port of an absolute-form target, which override `Host`; absent for other forms. RFC9112-3.2.2 */
  readonly targetHost?: string
  readonly headers: readonly HeaderField[]
  readonly body: Uint8Array
  /** The body exceeded the endpoint's limit; `body` holds only the first part. */
  readonly bodyOverflow: boolean
  /** Bytes of the body as received, as far as counted. */
  readonly bodyBytes: number
  readonly remoteAddress: string
  /** TLS version of the client connection, e.g. `TLSv1.3`; absent if unknown. */
  readonly tlsVersion?: string
  /** A trusted proxy reports that the client used plain http. */
  readonly plainHttp?: true
}

/** An HTTP response as data. A `null` body means no body at all. */
export interface Reply {
  readonly status: number
  readonly headers: readonly HeaderField[]
  readonly body: ReplyBody | null
}

/** A response body as a value, which `bodyBytes` turns into bytes on sending. */
export type ReplyBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Forwarded as it arrives; `length` in bytes. Must be ended by whoever does not send it. */
  | { readonly kind: 'stream'; readonly length: number; readonly chunks: AsyncIterable<Uint8Array> }

/** All values of one header, matched without case, in order of arrival. */
export function headerValues(exchange: Pick<Exchange, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase()
  return exchange.headers.filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value)
}

/** The first value of a header; `null` if absent. */
export const headerValue = (exchange: Pick<Exchange, 'headers'>, name: string): string | null =>
  headerValues(exchange, name)[0] ?? null

/** The requested host and port, as sent; `null` if absent. RFC9112-3.2.2 */
export const requestHost = ({ targetHost, headers }: Pick<Exchange, 'headers' | 'targetHost'>): string | null =>
  targetHost ?? headerValue({ headers }, 'host')

/**
 * Media type of the request body without parameters, lower case; `null` if absent. Two Content-Type fields are joined
 * and so match no media type. RFC 9110 sections 5.3 and 8.3.
 */
export function mediaTypeOf(exchange: Pick<Exchange, 'headers'>): string | null {
  const values = headerValues(exchange, 'content-type').map((value) => (value.split(';')[0] ?? '').trim().toLowerCase())
  return values.length === 0 ? null : values.join(', ')
}

/** All values of a list header, joined; `null` if absent. RFC 9110 section 5.3 */
export function listHeader(exchange: Pick<Exchange, 'headers'>, name: string): string | null {
  const values = headerValues(exchange, name)
  return values.length === 0 ? null : values.join(', ')
}

/** Standard HTTP methods. RFC 9110 section 9.3, RFC 5789 section 2 */
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
 * A method as shown in records, events and logs. A client may send a secret as method, so non-standard ones appear only
 * as their length.
 */
export const shownMethod = (method: string): string =>
  standardMethods.has(method) ? method : `[name:${method.length}]`

/** The protocols that wallets speak to this service. */
export type WalletProtocol = 'openid4vci' | 'openid4vp'

export const walletProtocols: readonly WalletProtocol[] = ['openid4vci', 'openid4vp']

/**
 * True for paths that the ledger shows. It omits reads of trust and status lists, which anyone may make; those that
 * concern a session are shown there.
 */
export const belongsToLedger = ({ path }: { readonly path: string }): boolean => !path.startsWith('/trust/')

/** Every verifier path; a storage index matches the same text, ignoring case. */
const verifierPath = /\/openid4vp\/|^\/d\/.*\/request$/is

/** The protocol that a request was meant for, by its path, unmatched requests included. */
export const walletProtocolOf = ({ path }: { readonly path: string }): WalletProtocol =>
  verifierPath.test(path) ? 'openid4vp' : 'openid4vci'
