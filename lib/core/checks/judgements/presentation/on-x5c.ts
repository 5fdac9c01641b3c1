import type { X5cReading } from '../../../formats/sd-jwt-vc/read-presentation/issuer-key-reading'
import type { SdJwtVcReading } from '../../../formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'
import { onSdJwt } from './on-sd-jwt'

/** Runs a check on the issuer's certificates. */
export const onX5c = (
  run: (x5c: X5cReading, sdJwt: SdJwtVcReading) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt) => (sdJwt.x5c === null ? notApplicable('The credential has no x5c header.') : run(sdJwt.x5c, sdJwt)))
