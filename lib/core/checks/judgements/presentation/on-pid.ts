import type { SdJwtVcReading } from '../../../formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'
import { onSdJwt } from './on-sd-jwt'

/** Runs a check on a presented PID. */
export const onPid = (run: (sdJwt: SdJwtVcReading) => Outcome): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt) =>
    sdJwt.vct.value === 'urn:eudi:pid:1' ? run(sdJwt) : notApplicable('The credential is not a PID.'),
  )
