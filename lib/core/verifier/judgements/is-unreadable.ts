import type { ResponseJweReading } from '../read/response/response-jwe-reading'

/**
 * True for an encrypted response whose parameters are unknown: it could not be decrypted, or its content is not an
 * object.
 */
export const isUnreadable = (jwe: ResponseJweReading | null): boolean =>
  jwe !== null && (jwe.openedWith !== 'session' || jwe.payload?.parameters == null)
