import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Exchange, HeaderField, Reply } from '@/lib/core/shared/http/exchange'
import { bodyBytes } from '@/lib/core/shared/http/reply'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import { errorReply } from '../basics/error-reply'
import { container } from '../container'
import { shared } from '../pages/shared'

/**
 * Answers a request that Next gives to a `route.ts` of the interface. Our own server answers these paths before Next sees them,
 * so this happens under `next dev` alone. It takes the same six steps, on what the framework leaves of the request: repeated
 * headers are merged and their spelling is lost, so evidence is less exact.
 */
export async function answerNextRequest(request: Request): Promise<Response> {
  const wiring = container()
  const reply = await shared().answerExchange(await toExchange(request, wiring.ports.now()), wiring)
  return toResponse(reply ?? errorReply(null), request.method === 'HEAD')
}

async function toExchange(request: Request, at: Exchange['at']): Promise<Exchange> {
  const url = new URL(request.url)
  const body = new Uint8Array(await request.arrayBuffer())
  return {
    id: exchangeId(randomUUID()),
    at,
    method: request.method,
    path: url.pathname,
    query: url.search === '' ? null : url.search.slice(1),
    headers: [...hostOf(request, url), ...[...request.headers].filter(([name]) => !name.startsWith('x-forwarded-'))],
    body,
    bodyOverflow: false,
    bodyBytes: body.length,
    remoteAddress: '127.0.0.1',
  }
}

/** The host of the request; an internal request only has it in its URL. */
const hostOf = (request: Request, url: URL): HeaderField[] => (request.headers.has('host') ? [] : [['host', url.host]])

function toResponse(reply: Reply, head: boolean): Response {
  const headers = new Headers()
  for (const [name, value] of reply.headers) headers.append(name, value)
  const { status, body } = reply
  if (body?.kind !== 'stream') {
    const hasBody = !head && status !== 204 && status !== 304 && body !== null
    return new Response(hasBody ? Buffer.from(bodyBytes(body)) : null, { status, headers })
  }
  const chunks = Readable.from(body.chunks)
  if (head) chunks.destroy()
  return new Response(head ? null : (Readable.toWeb(chunks) as ReadableStream<Uint8Array>), { status, headers })
}
