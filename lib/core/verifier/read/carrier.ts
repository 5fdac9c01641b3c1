import { type Exchange, headerValue } from '../../shared/http/exchange'
import { ownOrigin } from '../identity/verifier-uris'

/** Carriers of messages in a browser session: our page in a browser, or a program that emulates one. */
export const carriers = ['browser', 'emulated'] as const
export type Carrier = (typeof carriers)[number]

/**
 * Carrier of a request. Browsers mark requests of our own page in header fields that scripts cannot change; a program
 * can send anything. A `GET` of our own page has no `Origin`.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header, https://fetch.spec.whatwg.org/#origin-header
 */
export function carrierOf(exchange: Exchange, baseUrl: string): Carrier {
  const origin = headerValue(exchange, 'origin')
  const isOurs = origin === null ? exchange.method === 'GET' : origin === ownOrigin(baseUrl)
  return isOurs && headerValue(exchange, 'sec-fetch-site') === 'same-origin' ? 'browser' : 'emulated'
}
