import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Exchange, type HeaderField, headerValues, type Reply } from '@/lib/core/shared/http/exchange'
import { bodyBytes } from '@/lib/core/shared/http/reply'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import { withCommonHeaders } from '../basics/common-headers'
import { httpErrorOf, httpErrorReply } from '../basics/http-error'
import type { Container } from '../container'
import { splitTarget } from './capture'
import type { Connection } from './connections'
import { answerExchange } from './router'

interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
  /** Offset in the packet at which the parser stopped. */
  readonly bytesParsed?: number
}

/** Milliseconds that a client has to read a last response while it may still be sending. */
const lingerMillis = 2000

interface Deps {
  readonly container: Container
  readonly clientAddress: (remote: string, forwardedFor: readonly string[]) => string
}

/**
 * Answers requests that Node's parser refuses, so that the client still gets an Error. If method and path are readable,
 * the request is handled like any other, because it is evidence about a wallet. A method unknown to the parser is not a
 * error: the path decides. A request whose body breaks off is answered where it is read.
 */
export async function answerUnreadable(
  error: ParserError,
  socket: Socket,
  connection: Connection,
  deps: Deps,
): Promise<void> {
  if (!connection.fails()) return
  const isOfParser = /^(HPE|ERR_HTTP)_/.test(error.code ?? '')
  const endsEarly = error.code === 'HPE_INVALID_EOF_STATE'
  if (!socket.writable || !isOfParser || (endsEarly && connection.head().length === 0)) {
    // Nobody would read a response, or there is no connection to write to; failed handshakes end up here too.
    socket.destroy()
    return
  }
  const head = headOf(error, connection)
  const httpError = httpErrorOf(error.code, head)
  if (connection.interrupt(httpError)) return
  const exchange = readHead(head, socket, deps)
  // Responses are sent in the order of their requests.
  await connection.answered()
  if (connection.isOver()) return
  const unknownMethod = error.code === 'HPE_INVALID_METHOD' || exchange?.method === 'CONNECT'
  const served = exchange && (await answerExchange(exchange, deps.container, unknownMethod ? null : httpError))
  const reply = served ?? withCommonHeaders(httpErrorReply(httpError), exchange === null)
  sendLast(socket, reply, exchange?.method === 'HEAD')
}

/** Answers on a bare socket and closes it. */
export function sendLast(socket: Socket, reply: Reply, head = false): void {
  if (!socket.writable) return
  socket.end(toBytes(reply, head))
  // Read and discard the rest: closing a socket with unread data resets it, and the answer would be lost.
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

/** The bytes of the refused request, from its first one. */
function headOf({ rawPacket, bytesParsed = 0 }: ParserError, connection: Connection): string {
  const head = connection.head()
  if (head.length > 0) return head.toString('latin1')
  const packet = (rawPacket ?? Buffer.alloc(0)).toString('latin1')
  return packet.slice(lastRequest(packet, bytesParsed) ?? packet.length)
}

/**
 * The offset at which the last request of a packet begins, if the packet holds others before it; `null` if unknown.
 * `stop` is where the parser stopped.
 */
function lastRequest(packet: string, stop: number): number | null {
  for (let from = 0; ; ) {
    const end = packet.indexOf('\r\n\r\n', from)
    if (end === -1 || end + 4 > stop) return from
    const section = packet.slice(from, end)
    if (!/^\S+ \S+ HTTP\/1\.[01](\r\n|$)/.test(section) || /\r\ntransfer-encoding:/i.test(section)) return null
    const length = bodyLength(section)
    if (length === null || end + 4 + length > stop) return null
    from = end + 4 + length
  }
}

/** The body length that a header section states; `null` when it states several, or not a number. RFC9112-6.3 */
function bodyLength(section: string): number | null {
  const values = [...section.matchAll(/\r\ncontent-length:[ \t]*([^\r\n]*?)[ \t]*(?=\r\n|$)/gi)].map(
    ([, value]) => value ?? '',
  )
  if (values.length === 0) return 0
  return values.length === 1 && /^\d+$/.test(values[0] ?? '') ? Number(values[0]) : null
}

/** Parses request line and headers as far as possible; `null` without a method or a path. */
function readHead(text: string, socket: Socket, { container, clientAddress }: Deps): Exchange | null {
  const [line = '', ...lines] = (text.replace(/^[\r\n]+/, '').split(/\r?\n\r?\n/)[0] ?? '').split(/\r?\n/)
  const [, method, target] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) +(\/[^ ]*)(?: .*)?$/s.exec(line) ?? []
  if (method === undefined || target === undefined) return null
  const headers = lines.slice(0, 1000).flatMap(readField)
  return {
    id: exchangeId(randomUUID()),
    at: container.ports.now(),
    method,
    ...splitTarget(visible(target.slice(0, 16_384))),
    headers,
    body: new Uint8Array(),
    bodyOverflow: false,
    bodyBytes: 0,
    remoteAddress: clientAddress(socket.remoteAddress ?? '', headerValues({ headers }, 'x-forwarded-for')),
  }
}

/** Percent-encodes characters that a target may not contain, as the client should have done. */
const visible = (target: string): string =>
  target.replace(/[^\x21-\x7e]/g, (character) => `%${Buffer.from(character, 'latin1').toString('hex').toUpperCase()}`)

function readField(line: string): HeaderField[] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? []
  return name === undefined || value === undefined ? [] : [[name, value]]
}

function toBytes(reply: Reply, head: boolean): string {
  // The response here is an error, never a stream.
  const body = reply.body?.kind === 'stream' ? '' : Buffer.from(bodyBytes(reply.body)).toString('utf8')
  const headers: readonly HeaderField[] = [
    ...reply.headers,
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? 'Error'}`, ...lines, '', head ? '' : body].join(
    '\r\n',
  )
}
