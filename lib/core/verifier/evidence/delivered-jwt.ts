import { textReply } from '../../shared/http/reply'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import { fromBase64url, toBase64url, utf8 } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import { deviationOf } from '../deviations'
import { isDelivery } from '../history/verifier-history'
import { hidesHolder, requestForEvidence } from '../read/request/request-for-evidence'
import { isInLink, makeRequestObject, requestObjectType } from '../read/request/request-object'
import { type LinkContext, proofOf, rootOf } from '../read/request/verifier-link'

/** Stands for a signature: valid base64url, so that the text is still a JWT. */
const hidden = 'redacted'

/**
 * The signed request of a session as a wallet got it, with all that `authorization_request` shows and without its signature:
 * that of another delivery would be another one. `null` before the first delivery, and where no JWT is delivered.
 */
export function deliveredJwt(
  session: PresentationSession,
  events: readonly StoredEvent[],
  context: LinkContext,
): string | null {
  const last = events.findLast(isDelivery)
  if (session.dcApi !== undefined || isInLink(session)) return null
  if (session.requestDelivery === 'by_reference' && last === undefined) return null
  const nonce = last?.detail.wallet_nonce
  const deviation = deviationOf(session)
  const { token, header, claims } = makeRequestObject(
    {
      request: session.request,
      issuedAt: last?.at ?? session.createdAt,
      expiresAt: session.expiresAt,
      walletNonce: typeof nonce === 'string' ? nonce : null,
      ...proofOf(session, context),
      deviation,
    },
    { alg: 'ES256', x5c: session.requestSignerX5c, sign: () => fromBase64url(hidden) ?? new Uint8Array() },
    rootOf(context),
  )
  const right = textReply(200, `application/${requestObjectType}`, token)
  const { body } = deviation?.changes.fetchReply?.(right) ?? right
  if (body?.kind !== 'text' || body.text !== token) return null
  const shown =
    hidesHolder(session) && Array.isArray(header.x5c) ? { ...header, x5c: header.x5c.map(() => '') } : header
  const parts = [shown, requestForEvidence(claims as JsonObject, session)].map((part) =>
    toBase64url(utf8(JSON.stringify(part))),
  )
  const text = [...parts, token.slice(token.lastIndexOf('.') + 1)].join('.')
  const [head, payload, signature] = (deviation?.changes.compact?.(text) ?? text).split('.')
  return [head, payload, signature === '' ? '' : hidden].join('.')
}
