import { Agent, request as httpRequest } from 'node:http'
import type { HeaderList, WireRequest } from '@/lib/wallet/http/wire'

/** An answer as received, with its body as bytes. */
export interface RawAnswer {
  readonly status: number
  readonly reason: string
  readonly headers: HeaderList
  readonly body: Buffer
}

/** Sends a request with exactly these header fields, to exactly this target, without following redirects. */
export type Send = (request: WireRequest) => Promise<RawAnswer>

/** A client with one persistent connection, so that requests arrive in order. */
export function createClient(): { readonly send: Send; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sendOnce = (wire: WireRequest, mayRepeat: boolean): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const { origin, hostname, port, host } = new URL(wire.url)
      const given = (name: string) => wire.headers.some(([field]) => field.toLowerCase() === name)
      const headers: HeaderList = [...(given('host') ? [] : ([['Host', host]] as HeaderList)), ...wire.headers]
      const hasBody = wire.body !== null || !['GET', 'HEAD', 'OPTIONS'].includes(wire.method)
      if (hasBody) headers.push(['Content-Length', String(Buffer.byteLength(wire.body ?? ''))])
      // The raw target: URL would normalise it.
      const path = wire.url.slice(origin.length).replace(/#.*$/, '') || '/'
      const request = httpRequest({
        hostname,
        port,
        path,
        method: wire.method,
        headers: headers.flat(),
        agent,
        timeout: 60_000,
      })
      request.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const fields: HeaderList = []
          for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
            fields.push([incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? ''])
          resolve({
            status: incoming.statusCode ?? 0,
            reason: incoming.statusMessage ?? '',
            headers: fields,
            body: Buffer.concat(chunks),
          })
        })
      })
      request.on('timeout', () => request.destroy(new Error(`no response to ${wire.method} ${path} within a minute`)))
      request.on('error', (error) => {
        // The service may close an idle connection just as it is reused; then nothing was read.
        if (mayRepeat && request.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
          sendOnce(wire, false).then(resolve, reject)
        else reject(error)
      })
      request.end(wire.body ?? undefined)
    })
  return { send: (wire) => sendOnce(wire, true), close: () => agent.destroy() }
}
