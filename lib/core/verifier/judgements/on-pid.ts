import { notApplicable, type Outcome } from '../../engine/checks/check'
import type { SdJwtVcReading } from '../../ground/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { say } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'
import { onSdJwt } from './on-sd-jwt'

/** Runs a check on a presented PID. */
export const onPid = (run: (sdJwt: SdJwtVcReading) => Outcome): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt) =>
    sdJwt.vct.value === 'urn:eudi:pid:1' ? run(sdJwt) : notApplicable(say`The credential is not a PID.`),
  )
