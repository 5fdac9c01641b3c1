import type { DocumentMembers } from './document-change'

/** Where the endpoints of an issuer that belongs to one session respond too: between its identifier and their names. */
const secondPart = '/v2'

/** The endpoints of the issuer metadata that have two addresses. */
const members = ['credential_endpoint', 'nonce_endpoint', 'notification_endpoint'] as const

/** The second address of an endpoint below an issuer. */
export const secondAddress = (identifier: string, url: string): string =>
  url.startsWith(`${identifier}/`) ? `${identifier}${secondPart}${url.slice(identifier.length)}` : url

/** Issuer metadata that names the second address of each endpoint that has two. */
export const withSecondAddresses = (metadata: DocumentMembers, identifier: string): DocumentMembers => ({
  ...metadata,
  ...Object.fromEntries(
    members.flatMap((name) => {
      const url = metadata[name]
      return typeof url === 'string' ? [[name, secondAddress(identifier, url)]] : []
    }),
  ),
})

/** Whether a request was sent to the second address of an endpoint. */
export const isAtSecondAddress = ({ path }: { readonly path: string }): boolean => /^\/lab\/[^/]+\/v2\//.test(path)

/** The address of an endpoint at which a request came: the second one if that was called. */
export function addressCalled(
  url: string,
  {
    exchange,
    issuer,
  }: { readonly exchange: { readonly path: string }; readonly issuer: { readonly identifier: string } },
): string {
  return isAtSecondAddress(exchange) ? secondAddress(issuer.identifier, url) : url
}
