import { digestOf } from '../../ground/ports/digests'
import type { SessionId } from '../../ground/ports/ids'
import type { OneTimeValue } from '../../ground/ports/store-types'
import { cNonceTtlSeconds } from '../../ground/time/durations'
import { addSeconds } from '../../ground/time/time'
import { toBase64url } from '../../ground/values/base64url'
import type { IssuerContext } from '../configurations/issuer-in-play'

/** Issues a fresh `c_nonce` and the row to store for it. OID4VCI-1FINAL-7.2 */
export function issueCNonce(
  { exchange, issuer, ports }: IssuerContext,
  origin: {
    readonly source: 'nonce_endpoint' | 'token_response'
    readonly sessionId: SessionId | null
    /** The nonce, where it is not a random one. */
    readonly cNonce?: string
    /** It is handed out as if it were spent. */
    readonly asSpent?: true
  },
): { readonly cNonce: string; readonly value: OneTimeValue } {
  const { cNonce = toBase64url(ports.random(32)) } = origin
  return {
    cNonce,
    value: {
      kind: 'c_nonce',
      digest: digestOf(cNonce, ports.sha256),
      issuerId: issuer.id,
      sessionId: origin.sessionId,
      exchangeId: exchange.id,
      parent: null,
      expiresAt: addSeconds(exchange.at, cNonceTtlSeconds),
      consumedAt: null,
      revokedAt: null,
      data: { source: origin.source, issued_at: exchange.at, ...(origin.asSpent ? { given_as_spent: true } : {}) },
    },
  }
}
