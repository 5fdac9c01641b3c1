import type { Server } from 'node:https'
import type { Socket } from 'node:net'
import type { Reply } from '@/lib/core/shared/http/exchange'
import { jsonReply } from '@/lib/core/shared/http/reply'
import { withCommonHeaders } from '../basics/common-headers'
import { sendLast } from './unreadable'

/** Bytes in which the request line must end; a longer one is answered without its path. */
const lineBytesMax = 8192

interface PlainHttpOptions {
  /** The https origin of the service, without a slash at its end. */
  readonly baseUrl: string
  /** Milliseconds within which the first byte must come, and with it the request line, however slowly it drips. */
  readonly waitMillis: number
  /** Called for each client that spoke plain http. */
  readonly onPlain: () => void
}

/**
 * Answers clients that speak plain http to an https server, which Node would disconnect without a word. The first byte
 * tells: a TLS record never starts with a letter (RFC 8446 section 5.1), an HTTP method always does. Everything else goes
 * on to TLS as before. Call this before anything else listens for connections.
 */
export function answerPlainHttp(server: Server, { baseUrl, waitMillis, onPlain }: PlainHttpOptions): void {
  const handshakes = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const end = () => void socket.destroy()
    socket.on('error', end)
    // A timeout of the socket would begin anew with every byte.
    const timer = setTimeout(end, waitMillis)
    const isDone = () => clearTimeout(timer)
    socket.once('close', isDone)
    socket.once('readable', () => {
      const first: Buffer | null = socket.read()
      if (first === null) {
        end()
        return
      }
      if (isLetter(first[0])) {
        onPlain()
        answerLine(socket, first, baseUrl, isDone)
        return
      }
      isDone()
      socket.off('close', isDone)
      socket.unshift(first)
      for (const handshake of handshakes) handshake.call(server, socket)
    })
  })
}

const isLetter = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** Answers as soon as the request line is there. */
function answerLine(socket: Socket, first: Buffer, baseUrl: string, isDone: () => void): void {
  let read = first.toString('latin1')
  const answer = () => {
    isDone()
    socket.off('data', more)
    const [method = '', target = ''] = (read.split(/\r?\n/, 1)[0] ?? '').split(' ')
    sendLast(socket, plainHttpReply(method, target, baseUrl), method === 'HEAD')
  }
  const isEnough = () => read.includes('\n') || read.length >= lineBytesMax
  const more = (chunk: Buffer) => {
    read += chunk.toString('latin1')
    if (isEnough()) answer()
  }
  if (isEnough()) answer()
  else socket.on('data', more)
}

/**
 * The reply to a request that came over plain http: a redirect for one that only reads. Others may have carried secrets
 * in the clear, so they fail, for a wallet that is sent on would hide that. RFC 9110 section 15.4.9
 */
function plainHttpReply(method: string, target: string, baseUrl: string): Reply {
  const isRead = method === 'GET' || method === 'HEAD'
  // The target stands behind the origin, so it cannot lead to another host.
  const address = /^\/[\x21-\x7e]*$/.test(target) ? baseUrl + target : `${baseUrl}/`
  const description = `This port speaks https only. Use ${isRead ? address : baseUrl} instead.`
  const body = { error: 'invalid_request', error_description: description }
  return withCommonHeaders(isRead ? jsonReply(308, body, [['Location', address]]) : jsonReply(400, body), true)
}
