import type { EpochMillis } from '@/lib/core/time'

/** What a client did instead of sending a request over https. */
export type HandshakeFault = 'certificate_refused' | 'plain_http' | 'other'

/**
 * When clients last gave up before a request. No request means no evidence, yet a phone that does not trust the
 * certificate shows itself here and nowhere else. In memory only.
 */
export interface RefusedHandshakes {
  /** Remembers a failure by the code of its error. */
  note(code: string | undefined, at: EpochMillis): HandshakeFault
  /** When a client last refused our certificate; `null` if none did since the start. */
  certificateRefusedAt(): EpochMillis | null
}

export function createRefusedHandshakes(): RefusedHandshakes {
  let certificateRefusedAt: EpochMillis | null = null
  return {
    note(code, at) {
      const fault = handshakeFault(code)
      if (fault === 'certificate_refused') certificateRefusedAt = at
      return fault
    },
    certificateRefusedAt: () => certificateRefusedAt,
  }
}

/** True for the code of an error below HTTP, where nothing can be answered any more. */
export const isHandshakeError = (code: string | undefined): boolean =>
  code !== undefined && (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_'))

/** Alerts by which a client says that it does not take a certificate (RFC 8446 section 6.2), as OpenSSL names them. */
const certificateAlert = /ALERT_(UNKNOWN_CA|(BAD|UNSUPPORTED|REVOKED|EXPIRED)_CERTIFICATE|CERTIFICATE_\w+)$/

function handshakeFault(code: string | undefined): HandshakeFault {
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'plain_http'
  return certificateAlert.test(code ?? '') ? 'certificate_refused' : 'other'
}
