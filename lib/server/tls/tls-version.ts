import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Headers in which proxies report the TLS version negotiated with the client. */
const versionHeaders = ['x-ssl-protocol', 'x-amzn-tls-version']

/**
 * The TLS version that the client speaks, by its name in OpenSSL (`TLSv1.3`): of our own connection, or as a trusted
 * proxy says; `null` on plain http without such a proxy.
 */
export function tlsVersionOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrustedProxy: (address: string) => boolean,
): string | null {
  const { socket, headers } = request
  // A proxy may terminate TLS and open its own connection to us: then only the proxy knows the client's version.
  if (isTrustedProxy(socket.remoteAddress ?? '')) {
    const said = versionHeaders.flatMap((name) => headers[name] ?? []).find((value) => versionName.test(value))
    return said ?? null
  }
  return socket instanceof TLSSocket ? socket.getProtocol() : null
}

const versionName = /^(TLSv1(\.[0-3])?|SSLv[23])$/

/** Whether a trusted proxy says that its client spoke plain http. Of others nobody knows what is before them. */
export function isPlainHttp(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrustedProxy: (address: string) => boolean,
): boolean {
  const said = [headers['x-forwarded-proto'] ?? []].flat()[0]?.split(',')[0]?.trim().toLowerCase()
  return said === 'http' && isTrustedProxy(socket.remoteAddress ?? '')
}
