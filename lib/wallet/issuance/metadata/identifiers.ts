import { WalletStop } from '../../errors'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * A web address that the wallet may talk to: https, or http on this machine for local development.
 *
 * @throws WalletStop for anything else (OID4VCI-1FINAL-12.2.1, 13.9)
 */
export function requireWebUrl(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) throw new WalletStop(`${what} is not a URL`)
  const local = url.protocol === 'http:' && (loopbackHosts.has(url.hostname) || url.hostname.endsWith('.localhost'))
  if (url.protocol !== 'https:' && !local) throw new WalletStop(`${what} does not use https`)
  return text
}

/**
 * The address of a metadata document: the well-known string between host and path of the identifier.
 * OID4VCI-1FINAL-12.2.2 keeps the path, RFC8414-3.1 drops its last slash.
 *
 * @throws WalletStop when the identifier has a query or a fragment
 */
export function wellKnownUrl(identifier: string, name: string, { dropLastSlash }: { dropLastSlash: boolean }): string {
  const parts = /^(https?:\/\/[^/?#]+)(\/[^?#]*)?$/i.exec(identifier)
  if (parts === null) throw new WalletStop('The issuer identifier has a query or a fragment, or is not a web address')
  const path = parts[2] === undefined || parts[2] === '/' ? '' : parts[2]
  return `${parts[1]}/.well-known/${name}${dropLastSlash ? path.replace(/\/$/, '') : path}`
}
