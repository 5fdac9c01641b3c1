import { WalletStop } from '../errors'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * A URL that the wallet may contact: https, or http on this machine for local development.
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
