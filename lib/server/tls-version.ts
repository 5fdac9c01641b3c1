import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Headers in which proxies name the version that they agreed on with the client. */
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
  // What stands before us may end TLS and begin it anew: then only it knows how the client came.
  if (isTrustedProxy(socket.remoteAddress ?? '')) {
    const said = versionHeaders.flatMap((name) => headers[name] ?? []).find((value) => versionName.test(value))
    return said ?? null
  }
  return socket instanceof TLSSocket ? socket.getProtocol() : null
}

const versionName = /^(TLSv1(\.[0-3])?|SSLv[23])$/
