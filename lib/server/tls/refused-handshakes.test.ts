import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createRefusedHandshakes, isHandshakeError } from './refused-handshakes'

describe('a handshake that failed', () => {
  it.each([
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
  ])('with %s is a certificate that was not trusted', (code) => {
    const refused = createRefusedHandshakes()
    expect(refused.certificateRefusedAt()).toBeNull()
    expect(refused.note(code, epochMillis(7))).toBe('certificate_refused')
    expect(refused.certificateRefusedAt()).toBe(7)
  })

  it('is not about the certificate in any other case', () => {
    const refused = createRefusedHandshakes()
    expect(refused.note('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', epochMillis(7))).toBe('other')
    expect(refused.note(undefined, epochMillis(7))).toBe('other')
    expect(refused.certificateRefusedAt()).toBeNull()
  })

  it('is distinguished from errors that HTTP can answer', () => {
    expect(isHandshakeError('ERR_SSL_WRONG_VERSION_NUMBER')).toBe(true)
    expect(isHandshakeError('HPE_INVALID_METHOD')).toBe(false)
    expect(isHandshakeError(undefined)).toBe(false)
  })
})
