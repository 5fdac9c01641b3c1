import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { HttpError } from '../basics/http-error'
import { pipelinedMax } from '../basics/limits'
import { closed } from './closed'

/** Bytes kept of an unfinished header section: enough for the request line and what identifies the session. */
const headBytesMax = 64 * 1024

/** What is known about a connection beyond what Node's parser reports. */
export interface Connection {
  /** The raw first bytes of a request whose header section is incomplete. */
  head(): Buffer
  /** The header section is complete and the body follows. The signal is aborted with the error that ends it early. */
  begin(request: IncomingMessage, response: ServerResponse): AbortSignal
  /**
   * Handles a request once the earlier ones on this connection are answered and other work has had a turn. Does nothing
   * after the connection's last answer, because what follows may be part of a body. RFC 9112 section 9.6
   */
  inTurn(response: ServerResponse, work: () => Promise<void>): void
  /** Ends the request whose body is being received; false when there is none. */
  interrupt(httpError: HttpError): boolean
  /** Resolves when every request that was read has been answered. */
  answered(): Promise<void>
  /** True once the connection's last answer was sent. */
  isOver(): boolean
  /** True on the first call only, because a parser that has failed keeps failing. */
  fails(): boolean
}

/**
 * Watches every connection of a server, so that requests which the parser refuses leave evidence too: the parser
 * discards what it has read and reports only the packet in which it stopped.
 */
export function watchConnections(server: Server, event: 'connection' | 'secureConnection'): (s: Socket) => Connection {
  const known = new WeakMap<Socket, Connection>()
  const watched = (socket: Socket): Connection => {
    const found = known.get(socket) ?? watch(socket)
    known.set(socket, found)
    return found
  }
  server.on(event, (socket: Socket) => void watched(socket))
  return watched
}

function watch(socket: Socket): Connection {
  let chunks: Buffer[] = []
  let bytes = 0
  let current: { readonly request: IncomingMessage; readonly ending: AbortController } | null = null
  let failed = false
  const open = new Set<ServerResponse>()
  let inHand = 0
  let over = false
  let last: Promise<unknown> = Promise.resolve()
  const isArriving = () => current !== null && !current.request.complete && !current.ending.signal.aborted
  // Runs before the parser's own listener, which may refuse the very bytes that must be kept.
  socket.prependListener('data', (chunk: Buffer) => {
    if (isArriving() || bytes >= headBytesMax) return
    chunks.push(chunk)
    bytes += chunk.length
  })
  return {
    head: () => Buffer.concat(chunks).subarray(0, headBytesMax),
    begin(request, response) {
      chunks = []
      bytes = 0
      const ending = new AbortController()
      current = { request, ending }
      open.add(response)
      void closed(response).then(() => open.delete(response))
      return ending.signal
    },
    inTurn(response, work) {
      const done = () => {
        inHand -= 1
        if (inHand === pipelinedMax) socket.resume()
        return inHand === 0 ? undefined : setImmediate()
      }
      const run = async () => {
        if (!over) await Promise.race([work(), closed(response)])
        over ||= isLast(response)
        await done()
      }
      last = inHand === 0 ? run() : last.then(run)
      inHand += 1
      // A packet may contain a thousand requests; no further packet is read before these are answered.
      if (inHand > pipelinedMax) socket.pause()
    },
    interrupt(httpError) {
      if (current === null || !isArriving()) return false
      current.ending.abort(httpError)
      return true
    },
    async answered() {
      for (const response of open) await closed(response)
    },
    isOver: () => over,
    fails() {
      if (failed) return false
      failed = true
      return true
    },
  }
}

/** Whether the connection closes after an answer, because the client or the server said so. */
const isLast = (response: ServerResponse): boolean =>
  !response.shouldKeepAlive || String(response.getHeader('connection') ?? '').toLowerCase() === 'close'
