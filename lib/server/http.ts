import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { ProtocolError } from '@/lib/core/errors'
import type { HeaderField, Reply } from '@/lib/core/http/exchange'
import { holdsAdminKey } from './admin-key'
import { capture, splitTarget } from './capture'
import { cipherSuites } from './cipher-suites'
import { createClientAddress } from './client-address'
import type { Container } from './container'
import { errorReply } from './error-reply'
import { headerBytesMax } from './limits'
import { operatorRefusal } from './operator'
import { route } from './router'
import { serve } from './serve'
import { answerUnreadable } from './unreadable'

/** Tells pages the address of the client; what a client sends under this name is overwritten. */
const clientAddressHeader = 'x-wallet-capture-client-address'

/** Bytes that the body of a form on our pages may have. */
const pageBodyBytesMax = 64 * 1024

/** Pages that show evidence, and are protected with it. */
const evidencePages = /^\/(inspect|ledger)(\/|$)/

/**
 * Our own server: the interface is captured and answered here, before any framework can touch the request; every other
 * path is a page and goes to `pages`.
 */
export function createHttpServer(input: {
  readonly container: Container
  readonly pages: RequestListener
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer }
  readonly trustProxy: readonly string[]
}): Server {
  const { container, pages } = input
  const clientAddress = createClientAddress(input.trustProxy)
  const onRequest: RequestListener = (request, response) => {
    handle(request, response).catch((error: unknown) => {
      container.log.error(
        { error: error instanceof Error ? error.name : 'unknown' },
        'request failed outside its endpoint',
      )
      if (!response.headersSent) send(response, errorReply(null), false)
    })
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const at = container.ports.now()
    const { path, query } = splitTarget(request.url ?? '/')
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat()
    const address = clientAddress(request.socket.remoteAddress ?? '', forwarded)
    if (route(request.method ?? 'GET', path).kind === 'page') {
      const refusal = pageRefusal(request, path, container.operatorToken)
      if (refusal) {
        response.setHeader('Connection', 'close')
        send(response, errorReply(refusal), request.method === 'HEAD')
        return
      }
      // An absolute target is a proxy's way of asking; pages know paths only.
      request.url = query === null ? path : `${path}?${query}`
      request.headers[clientAddressHeader] = address
      await pages(request, response)
      return
    }
    const exchange = await capture(request, at, address, (headers) => holdsAdminKey({ headers }, container.adminKeys))
    // Gone before its answer: the record then shows that none could be sent.
    response.once('close', () => void (response.writableEnded || container.gone.add(exchange.id)))
    if (request.socket.destroyed) container.gone.add(exchange.id)
    const reply = await serve(exchange, container)
    container.gone.delete(exchange.id)
    if (exchange.bodyOverflow) response.setHeader('Connection', 'close')
    send(response, reply ?? errorReply(null), request.method === 'HEAD')
  }
  const options = { maxHeaderSize: headerBytesMax, requestTimeout: 30_000, headersTimeout: 15_000 }
  const server = input.tls
    ? createTlsServer({ ...options, ...input.tls, minVersion: 'TLSv1.2', ciphers: cipherSuites }, onRequest)
    : createServer(options, onRequest)
  server.on('clientError', (error, socket: Socket) => {
    answerUnreadable(error, socket, container).catch(() => socket.destroy())
  })
  return server
}

/** What a page request is refused for before any framework reads it; `null` when nothing is wrong. */
function pageRefusal(request: IncomingMessage, path: string, operatorToken: string | null): ProtocolError | null {
  const { authorization, 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (operatorToken !== null && evidencePages.test(path)) {
    const headers: HeaderField[] = authorization === undefined ? [] : [['authorization', authorization]]
    const refusal = operatorRefusal({ headers }, operatorToken)
    if (refusal) return refusal
  }
  // A form of ours is small and says how long it is.
  if (encoding !== undefined || Number(length ?? 0) > pageBodyBytesMax) {
    return new ProtocolError(
      'request_too_large',
      `A form must state its length, and it must not be longer than ${pageBodyBytesMax} bytes.`,
    )
  }
  return null
}

/** Writes a reply. The length is always stated, and a `HEAD` request gets everything but the body. */
function send(response: ServerResponse, reply: Reply, head: boolean): void {
  if (response.destroyed) return
  const body = reply.bytes ?? Buffer.from(reply.body ?? '', 'utf8')
  const fields = new Map<string, string[]>()
  for (const [name, value] of reply.headers) fields.set(name, [...(fields.get(name) ?? []), value])
  response.statusCode = reply.status
  for (const [name, values] of fields) response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values)
  if (reply.status !== 204) response.setHeader('Content-Length', body.length)
  response.end(head || reply.status === 204 ? undefined : body)
}
