import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import { redactPath } from '@/lib/core/issuer-and-verifier-redaction'
import { type Exchange, type Reply, shownMethod } from '@/lib/core/shared/http/exchange'
import { isFinalRefusal } from '@/lib/core/shared/http/reply'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { Ports } from '@/lib/core/shared/ports/ports'
import { errorReply } from '../basics/error-reply'
import type { RateLimit } from './rate-limit'
import type { StorageBounds } from './storage-bounds'

/** How often the same request of a session may be refused before it is answered 429. */
export const equalRefusalsMax = 50

interface Restraints {
  readonly ports: Pick<Ports, 'sha256'>
  readonly storageBounds: StorageBounds
  /** Counts equal requests that were refused. */
  readonly repeatLimit: RateLimit
}

/**
 * Returns the endpoint's decision, or a refusal in its place: 429 or 507 if the address may not start a session now,
 * 429 if the same request has been refused repeatedly. A request counts once, however often it is decided again.
 */
export function createRestraint(exchange: Exchange, container: Restraints): (decision: Decision) => Promise<Decision> {
  let creation: Promise<ProtocolError | null> | null = null
  let repeatWait: number | null = null
  return async (decision) => {
    if (decision.session !== undefined) {
      creation ??= container.storageBounds.refuseCreation(exchange.remoteAddress, exchange.at)
      const refusal = await creation
      if (refusal !== null) return { reply: errorReply(refusal), sessionId: null, events: [], effects: [] }
    } else if (creation !== null && (await creation) === null) {
      // Another request made the session meanwhile.
      creation = null
      container.storageBounds.uncountCreation(exchange.remoteAddress, exchange.at)
    }
    if (decision.sessionId === null || !isFinalRefusal(decision.reply)) return decision
    repeatWait ??= container.repeatLimit.take(pictureOf(exchange, container), exchange.at)
    if (repeatWait === 0) return decision
    const description = 'The same request was refused too often: change it as the earlier responses said.'
    const detail = {
      method: shownMethod(exchange.method),
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

/** Two requests have the same key if they differ only in headers, because proofs in headers are always new. */
const pictureOf = ({ method, path, query, body }: Exchange, { ports }: Restraints): string =>
  Buffer.from(
    ports.sha256(Buffer.concat([Buffer.from(`${JSON.stringify([method, path, query])}\n`), Buffer.from(body)])),
  ).toString('base64url')
