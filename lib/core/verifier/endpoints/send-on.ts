import type { DecidedEffect, EventDraft } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { digestOf } from '../../ground/ports/digest-of'
import { redirectSeconds } from '../../ground/time/lifetimes'
import { addSeconds, epochMillis } from '../../ground/time/time'
import { toBase64url } from '../../ground/values/base64url'
import type { JsonObject } from '../../ground/values/json'
import { completeUri } from '../identity/verifier-uris'
import type { ResponseReading } from '../read/response/response-reading'

/** What an answer gains to send the user's browser on. */
interface Onward {
  readonly members: JsonObject
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
}

/**
 * Builds the address at which the user continues, with a fresh code that is stored only as a digest. A processed error
 * response gets one too.
 * @see OID4VP-1FINAL-8.2, OID4VP-1FINAL-13.3
 */
export function sendOn({ session }: ResponseReading, { exchange, ports, settings }: RequestContext): Onward {
  const code = toBase64url(ports.random(32))
  return {
    members: { redirect_uri: completeUri(settings.baseUrl, session.sessionId, code) },
    events: [{ type: 'vp_redirect_returned', detail: {} }],
    effects: [
      {
        type: 'grant',
        secret: code,
        value: {
          kind: 'response_code',
          digest: digestOf(code, ports.sha256),
          issuerId: null,
          sessionId: session.sessionId,
          exchangeId: exchange.id,
          parent: null,
          expiresAt: epochMillis(Math.max(session.expiresAt, addSeconds(exchange.at, redirectSeconds))),
          consumedAt: null,
          revokedAt: null,
          data: {},
        },
      },
    ],
  }
}
