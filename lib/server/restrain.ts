import type { Decision } from '@/lib/core/endpoints/endpoint'
import { isFinalError, ProtocolError } from '@/lib/core/errors'
import { redactPath } from '@/lib/core/evidence/redaction'
import type { Exchange, Reply } from '@/lib/core/http/exchange'
import { membersOf } from '@/lib/core/http/reply'
import type { Container } from './container'
import { errorReply } from './error-reply'

/** Equal requests of a session that are refused; the next one is answered 429. */
export const equalRefusalsMax = 50

/**
 * Takes what an endpoint decided about one request and gives it back, or a 429 in its place: when the request would begin
 * one session too many for its address, or when the same request was refused for good again and again. A request counts
 * once, however often it is decided.
 */
export function createRestraint(exchange: Exchange, container: Container): (decision: Decision) => Decision {
  let sessionWait: number | null = null
  let repeatWait: number | null = null
  return (decision) => {
    if (decision.session !== undefined) {
      sessionWait ??= container.sessionLimit.take(exchange.remoteAddress, exchange.at)
      if (sessionWait > 0) {
        const description = 'This address began too many sessions within a minute: wait as Retry-After says.'
        return { reply: tooMany(description, sessionWait), sessionId: null, events: [], effects: [] }
      }
    }
    if (decision.sessionId === null || !isFinalRefusal(decision.reply)) return decision
    repeatWait ??= container.repeatLimit.take(pictureOf(exchange, container), exchange.at)
    if (repeatWait === 0) return decision
    const description = 'The same request was refused too often: change it, as the answers before said.'
    const detail = {
      method: exchange.method.slice(0, 32),
      path: redactPath(exchange.path).slice(0, 500),
      reason: 'repeated_refusal',
    }
    return {
      ...decision,
      reply: tooMany(description, repeatWait),
      events: [{ type: 'unexpected_request', detail }],
      effects: [],
    }
  }
}

const tooMany = (description: string, retryAfterSeconds: number): Reply =>
  errorReply(new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(retryAfterSeconds)]]))

function isFinalRefusal(reply: Reply): boolean {
  const { error } = membersOf(reply)
  return reply.status >= 400 && typeof error === 'string' && isFinalError(error)
}

/** Requests with the same picture are the same but for headers, whose proofs are new each time. */
const pictureOf = ({ method, path, query, body }: Exchange, { ports }: Container): string =>
  Buffer.from(
    ports.sha256(Buffer.concat([Buffer.from(`${JSON.stringify([method, path, query])}\n`), Buffer.from(body)])),
  ).toString('base64url')
