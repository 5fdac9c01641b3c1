import { type Exchange, headerValue } from '../../ground/http/exchange'
import { ownOrigin } from '../identity/verifier-uris'

/** What brought a message of a session whose request a browser carries: our page in a browser, or a program that plays one. */
export const carriers = ['browser', 'emulated'] as const
export type Carrier = (typeof carriers)[number]

/**
 * What brought a request to us. Browsers say that our own page asks, and scripts of pages cannot change these fields; a program
 * can send what it likes. A `GET` of our own page has no `Origin`.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header, https://fetch.spec.whatwg.org/#origin-header
 */
export function carrierOf(exchange: Exchange, baseUrl: string): Carrier {
  const origin = headerValue(exchange, 'origin')
  const isOurs = origin === null ? exchange.method === 'GET' : origin === ownOrigin(baseUrl)
  return isOurs && headerValue(exchange, 'sec-fetch-site') === 'same-origin' ? 'browser' : 'emulated'
}
