import type { ResponseJweReading } from '../../../oid4vp/response/response-jwe-reading'

/** True for an encrypted answer whose parameters nobody can see: it did not open, or what was in it is no object. */
export const isUnreadable = (jwe: ResponseJweReading | null): boolean =>
  jwe !== null && (jwe.openedWith !== 'session' || jwe.payload?.parameters == null)
