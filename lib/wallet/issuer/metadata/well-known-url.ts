import { WalletStop } from '../../errors'

/**
 * The URL of a metadata document: the well-known string is inserted between host and path of the identifier.
 * OID4VCI-1FINAL-12.2.2 keeps the path; RFC8414-3.1 drops a trailing slash.
 *
 * @throws WalletStop when the identifier has a query or a fragment
 */
export function wellKnownUrl(identifier: string, name: string, { dropLastSlash }: { dropLastSlash: boolean }): string {
  const parts = /^(https?:\/\/[^/?#]+)(\/[^?#]*)?$/i.exec(identifier)
  if (parts === null) throw new WalletStop('The issuer identifier has a query or a fragment, or is not a web address')
  const path = parts[2] === undefined || parts[2] === '/' ? '' : parts[2]
  return `${parts[1]}/.well-known/${name}${dropLastSlash ? path.replace(/\/$/, '') : path}`
}
