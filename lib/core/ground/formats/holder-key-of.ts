import type { PresentationReading } from './reading-of-presentation'

/** RFC 7638 thumbprint of the key that a presented credential is bound to; `null` when it has none that can be read. */
export const holderKeyOf = (reading: PresentationReading): string | null =>
  reading.format === 'dc+sd-jwt' ? reading.cnf.jwk.thumbprint : reading.holderKey
