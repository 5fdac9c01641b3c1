import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { HeaderList, SendHttp, WireAnswer, WireRequest } from './wire'

const answerBytesMax = 5 * 1024 * 1024

/** Options of the client: certificate authorities as PEM, and a timeout. */
export interface NodeClientOptions {
  ca?: string[]
  timeoutMillis?: number
}

/**
 * A small keep-alive HTTP client that sends header fields exactly as given, including repeated ones, which `fetch`
 * would merge and so hide a misbehaviour. Does not follow redirects.
 */
export function createNodeClient({ ca, timeoutMillis = 30_000 }: NodeClientOptions = {}): SendHttp {
  const httpAgent = new HttpAgent({ keepAlive: true })
  const httpsAgent = new HttpsAgent({ keepAlive: true, ...(ca === undefined ? {} : { ca }) })

  const sendOnce = (wire: WireRequest, mayRetry: boolean): Promise<WireAnswer> =>
    new Promise((resolve, reject) => {
      const url = new URL(wire.url)
      const secure = url.protocol === 'https:'
      const options = {
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
        // The raw target, so that a deliberately odd path or query reaches the server unchanged.
        path: `${url.pathname}${url.search}`,
        method: wire.method,
        headers: framed(wire, url).flat(),
        timeout: timeoutMillis,
        agent: secure ? httpsAgent : httpAgent,
      }
      const request = secure ? httpsRequest(options) : httpRequest(options)
      request.on('response', (incoming) => {
        collect(incoming).then(resolve, reject)
      })
      request.on('timeout', () => request.destroy(new Error(`no response within ${timeoutMillis} ms`)))
      request.on('error', (error) => {
        // The server may close an idle connection just as we reuse it; only a safe method is sent again.
        if (mayRetry && request.reusedSocket && (wire.method === 'GET' || wire.method === 'HEAD')) {
          sendOnce(wire, false).then(resolve, reject)
        } else {
          reject(error)
        }
      })
      request.end(wire.body ?? undefined)
    })

  return (wire) => sendOnce(wire, true)
}

/** Adds what HTTP/1.1 requires: Host (RFC 9112 section 3.2) and Content-Length (RFC 9110 section 8.6). */
function framed(wire: WireRequest, url: URL): HeaderList {
  const headers: HeaderList = [['Host', url.host], ...wire.headers]
  const hasBody = wire.body !== null || !['GET', 'HEAD'].includes(wire.method)
  if (hasBody) headers.push(['Content-Length', String(Buffer.byteLength(wire.body ?? ''))])
  return headers
}

async function collect(incoming: IncomingMessage): Promise<WireAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > answerBytesMax) throw new Error(`response larger than ${answerBytesMax} bytes`)
    chunks.push(bytes)
  }
  const headers: HeaderList = []
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.push([incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? ''])
  }
  const bytes = Buffer.concat(chunks)
  return { status: incoming.statusCode ?? 0, headers, body: bytes.toString('utf8'), bytes }
}
