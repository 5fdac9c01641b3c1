import { type Exchange, headerValues, requestHost } from '@/lib/core/shared/http/exchange'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'

/**
 * Refuses requests that a page of another origin makes a browser send with our credentials. This includes pages on the
 * same site, such as another port of this machine. `null` for all other requests. Browsers send `Sec-Fetch-Site` on
 * trusted connections and `Origin` on plain http; an `Origin` of `null` is a page that hides its origin. Programs send
 * neither.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header, RFC6454-7.3
 */
export function foreignOriginRefusal(
  exchange: Pick<Exchange, 'headers' | 'targetHost'>,
  { protocolSettings: { baseUrl } }: { readonly protocolSettings: Pick<ProtocolSettings, 'baseUrl'> },
): ProtocolError | null {
  const [site] = headerValues(exchange, 'sec-fetch-site')
  const origins = headerValues(exchange, 'origin')
  const isOwn =
    site === undefined
      ? origins.every((origin) => origin === baseUrl || isOriginOf(origin, requestHost(exchange)))
      : site === 'same-origin' || site === 'none'
  if (isOwn) return null
  return new ProtocolError(
    'foreign_origin',
    'This request came from a page of another origin; only pages of this service may send it.',
  )
}

/**
 * Whether an origin has the host and port of the request. The scheme may differ, because a proxy may have changed it.
 */
const isOriginOf = (origin: string, host: string | null): boolean =>
  host !== null && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
