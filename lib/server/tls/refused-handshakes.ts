import type { EpochMillis } from '@/lib/core/shared/time/time'

/** How a client ended a handshake instead of sending an https request. */
export type HandshakeError = 'certificate_refused' | 'other'

/**
 * Remembers when clients last gave up before sending a request. Without a request there is no evidence, so this is the
 * only trace of a phone that does not trust the certificate. Kept in memory.
 */
export interface RefusedHandshakes {
  /** Records a failure by its error code. */
  note(code: string | undefined, at: EpochMillis): HandshakeError
  /** When a client last refused our certificate; `null` if none did since the start. */
  certificateRefusedAt(): EpochMillis | null
}

export function createRefusedHandshakes(): RefusedHandshakes {
  let certificateRefusedAt: EpochMillis | null = null
  return {
    note(code, at) {
      const kind = handshakeError(code)
      if (kind === 'certificate_refused') certificateRefusedAt = at
      return kind
    },
    certificateRefusedAt: () => certificateRefusedAt,
  }
}

/** True for error codes below HTTP, where no response is possible. */
export const isHandshakeError = (code: string | undefined): boolean =>
  code !== undefined && (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_'))

/** Alerts with which a client rejects a certificate (RFC 8446 section 6.2), as named by OpenSSL. */
const certificateAlert = /ALERT_(UNKNOWN_CA|(BAD|UNSUPPORTED|REVOKED|EXPIRED)_CERTIFICATE|CERTIFICATE_\w+)$/

const handshakeError = (code: string | undefined): HandshakeError =>
  certificateAlert.test(code ?? '') ? 'certificate_refused' : 'other'
