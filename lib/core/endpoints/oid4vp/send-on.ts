import { toBase64url } from '../../base64url'
import { digestOf } from '../../digest-of'
import type { JsonObject } from '../../json'
import { redirectSeconds } from '../../oid4vp/redirect/redirect-history'
import type { ResponseReading } from '../../oid4vp/response/response-reading'
import { completeUri } from '../../oid4vp/verifier-uris'
import type { RequestContext } from '../../request-context'
import { addSeconds, epochMillis } from '../../time'
import type { DecidedEffect, EventDraft } from '../endpoint'

/** What an answer adds that sends the browser of the user on. */
interface Onward {
  readonly members: JsonObject
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
}

/**
 * Makes the address at which the user continues, with a fresh code that only its digest is kept of. An error response
 * that was processed gets one too.
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
          issuerConfigurationId: null,
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
