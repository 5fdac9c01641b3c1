import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Exchange, HeaderField, Reply } from '@/lib/core/http/exchange'
import { jsonReply } from '@/lib/core/http/reply'
import { exchangeId } from '@/lib/core/ids'
import { splitTarget } from './capture'
import type { Container } from './container'
import { headerBytesMax } from './limits'
import { serve } from './serve'

interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/**
 * Answers what Node's parser refuses before any handler sees it, so that a client still reads an Error. A method that
 * the parser does not know takes the road of every request, for a wallet that sends one is evidence.
 */
export async function answerUnreadable(error: ParserError, socket: Socket, container: Container): Promise<void> {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const exchange = error.code === 'HPE_INVALID_METHOD' ? readUnknownMethod(error.rawPacket, socket, container) : null
  const reply = (exchange && (await serve(exchange, container))) ?? refusal(error.code)
  if (socket.writable) socket.end(toBytes(reply))
}

function refusal(code: string | undefined): Reply {
  const [status, description] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ([431, `The header section must not be longer than ${headerBytesMax} bytes.`] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'The request did not arrive in time.'] as const)
        : ([400, 'The request is not well-formed HTTP/1.1.'] as const)
  return jsonReply(status, { error: 'invalid_request', error_description: description }, [
    ['Access-Control-Allow-Origin', '*'],
  ])
}

/** Reads request line and headers of a packet whose method the parser refused; `null` when it is no HTTP at all. */
function readUnknownMethod(packet: Buffer | undefined, socket: Socket, container: Container): Exchange | null {
  const head = (packet ?? Buffer.alloc(0)).toString('latin1').split('\r\n\r\n')[0] ?? ''
  const [line = '', ...lines] = head.split('\r\n')
  const [, method, target] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) (\/[\x21-\x7e]{0,8000}) HTTP\/1\.[01]$/.exec(line) ?? []
  if (method === undefined || target === undefined) return null
  return {
    id: exchangeId(randomUUID()),
    at: container.ports.now(),
    method,
    ...splitTarget(target),
    headers: lines.slice(0, 100).flatMap(readField),
    body: new Uint8Array(),
    bodyOverflow: false,
    bodyBytes: 0,
    remoteAddress: socket.remoteAddress ?? '',
    verbatim: true,
  }
}

function readField(line: string): HeaderField[] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
  return name === undefined || value === undefined ? [] : [[name, value]]
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

function toBytes(reply: Reply): string {
  const body = reply.body ?? ''
  const headers: readonly HeaderField[] = [
    ...reply.headers,
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${reply.status} ${reasons[reply.status] ?? 'Error'}`, ...lines, '', body].join('\r\n')
}
