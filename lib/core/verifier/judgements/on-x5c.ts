import { notApplicable, type Outcome } from '../../engine/checks/check'
import type { X5cReading } from '../../ground/formats/sd-jwt-vc/read-presentation/issuer-key-reading'
import type { SdJwtVcReading } from '../../ground/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { say } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'
import { onSdJwt } from './on-sd-jwt'

/** Runs a check on the issuer's certificates. */
export const onX5c = (
  run: (x5c: X5cReading, sdJwt: SdJwtVcReading) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt) =>
    sdJwt.x5c === null ? notApplicable(say`The credential has no x5c header.`) : run(sdJwt.x5c, sdJwt),
  )
