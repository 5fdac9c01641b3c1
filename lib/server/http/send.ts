import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reply } from '@/lib/core/shared/http/exchange'
import { bodyBytes } from '@/lib/core/shared/http/reply'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import { withCommonHeaders } from '../basics/common-headers'
import { errorReply } from '../basics/error-reply'
import { answerRoomBytes, answerTime } from '../basics/limits'
import { type Place, unboundedPlace } from '../guard/memory-room'
import { closed } from './closed'

/** How long a client may take to read an answer: a base in seconds, plus one second per this many bytes. */
export interface AnswerTime {
  readonly seconds: number
  readonly bytesPerSecond: number
}

/** How a reply is written. */
export interface Sending {
  /** True for a `HEAD` request, which gets everything except the body. */
  readonly head: boolean
  /** The memory reserved for a large body until the client has read it; without enough room the answer is 503. */
  readonly place?: Place
  readonly time?: AnswerTime
}

/** The answer when there is no memory left for a request or its answer, and why. */
export const noRoomReply = (place: Place): Reply =>
  errorReply(
    new ProtocolError(
      'temporarily_unavailable',
      `Too many large messages are on their way at once. ${place.refused() ?? ''} Try again in a few seconds.`,
      {},
      [['Retry-After', '5']],
    ),
  )

/** Writes a reply. The length is always set. */
export function send(
  response: ServerResponse,
  reply: Reply,
  { head, place = unboundedPlace, time = answerTime }: Sending,
): void {
  const { body } = reply
  const stream = body?.kind === 'stream' ? Readable.from(body.chunks) : null
  if (response.destroyed) {
    stream?.destroy()
    return
  }
  const whole = body?.kind === 'stream' ? null : bodyBytes(body)
  if (whole !== null && !head && whole.length > answerRoomBytes.small && !place.grow(whole.length)) {
    send(response, withCommonHeaders(noRoomReply(place), false), { head, time })
    return
  }
  const length = whole?.length ?? (body?.kind === 'stream' ? body.length : 0)
  boundAnswerTime(response, length, time)
  const fields = new Map<string, string[]>()
  for (const [name, value] of reply.headers) fields.set(name, [...(fields.get(name) ?? []), value])
  response.statusCode = reply.status
  for (const [name, values] of fields) response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values)
  if (reply.status !== 204) response.setHeader('Content-Length', length)
  if (stream && !head) {
    // If either side disconnects, this ends the other too.
    pipeline(stream, response).catch(() => response.destroy())
    return
  }
  stream?.destroy()
  response.end(head || reply.status === 204 ? undefined : whole)
}

/** Writes a reply, then closes the connection. */
export function sendLastReply(response: ServerResponse, reply: Reply, head: boolean): void {
  response.setHeader('Connection', 'close')
  send(response, withCommonHeaders(reply, false), { head })
}

/** Closes the connection of a client that reads too slowly: unread data stays in memory. */
export function boundAnswerTime(
  response: ServerResponse,
  bytes: number,
  { seconds, bytesPerSecond }: AnswerTime,
): void {
  const { socket } = response.req
  const timer = setTimeout(() => socket.destroy(), (seconds + bytes / bytesPerSecond) * 1000).unref()
  void closed(response).then(() => clearTimeout(timer))
}
