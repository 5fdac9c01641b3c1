import type { AnnexCReading } from '../read/annex-c/annex-c-reading'
import type { ResponseJweReading } from '../read/response/response-jwe-reading'

/**
 * True for an encrypted response whose parameters are unknown: it could not be decrypted, or its content is not what it should be.
 * @param annexC what is encrypted in the form of ISO/IEC 18013-7
 */
export const isUnreadable = (jwe: ResponseJweReading | null, annexC?: AnnexCReading): boolean =>
  annexC === undefined
    ? jwe !== null && (jwe.openedWith !== 'session' || jwe.payload?.parameters == null)
    : annexC.plaintext?.deviceResponse == null
