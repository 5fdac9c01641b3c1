import { ProtocolError } from '@/lib/core/errors'
import { type Exchange, headerValue, headerValues } from '@/lib/core/http/exchange'
import type { Container } from './container'

/**
 * The refusal of what a page of another origin makes a browser send, with the credentials that the browser keeps for us:
 * also a page on the same site, as another port of this machine. `null` for everything else. Browsers say it in
 * `Sec-Fetch-Site` where they trust the connection, and in `Origin` on plain http; `null` there is a page that hides its
 * origin. Programs send neither.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header, RFC6454-7.3
 */
export function foreignOriginRefusal(
  exchange: Pick<Exchange, 'headers'>,
  { protocolSettings: { baseUrl } }: Pick<Container, 'protocolSettings'>,
): ProtocolError | null {
  const [site] = headerValues(exchange, 'sec-fetch-site')
  const origins = headerValues(exchange, 'origin')
  const isOwn =
    site === undefined
      ? origins.every((origin) => origin === baseUrl || isOriginOf(origin, headerValue(exchange, 'host')))
      : site === 'same-origin' || site === 'none'
  if (isOwn) return null
  return new ProtocolError('foreign_origin', 'A page of another origin sent this: it belongs to pages of this service.')
}

/** Whether an origin has the host and port that a browser was asked for; a proxy may have changed the scheme. */
const isOriginOf = (origin: string, host: string | null): boolean =>
  host !== null && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
