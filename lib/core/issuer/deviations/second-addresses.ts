import { belowIssuer } from '../../shared/ports/uris'
import type { DocumentMembers } from './issuer-deviation'

/** Path segment of the second endpoints of an own issuer, between identifier and endpoint name. */
const secondPart = 'v2'

/** Metadata members with a second address. */
const members = ['credential_endpoint', 'nonce_endpoint', 'notification_endpoint'] as const

/** Inserts the second path segment after the issuer identifier. */
export function secondAddress(identifier: string, url: string): string {
  const below = belowIssuer(identifier, '')
  return url.startsWith(below) ? `${below}${secondPart}/${url.slice(below.length)}` : url
}

/** Issuer metadata with all second addresses. */
export const withSecondAddresses = (metadata: DocumentMembers, identifier: string): DocumentMembers => ({
  ...metadata,
  ...Object.fromEntries(
    members.flatMap((name) => {
      const url = metadata[name]
      return typeof url === 'string' ? [[name, secondAddress(identifier, url)]] : []
    }),
  ),
})

/** True for a path with the second segment. */
export const isAtSecondAddress = ({ path }: { readonly path: string }): boolean => /^\/lab\/[^/]+\/v2\//.test(path)

/** The endpoint address that was called, first or second. */
export function addressCalled(
  url: string,
  {
    exchange,
    issuer,
  }: { readonly exchange: { readonly path: string }; readonly issuer: { readonly identifier: string } },
): string {
  return isAtSecondAddress(exchange) ? secondAddress(issuer.identifier, url) : url
}
