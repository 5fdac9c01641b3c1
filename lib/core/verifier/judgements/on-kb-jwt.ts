import { notApplicable, type Outcome } from '../../engine/checks/check'
import type { PresentKbJwt } from '../../ground/formats/sd-jwt-vc/read-presentation/kb-jwt-reading'
import type { SdJwtVcReading } from '../../ground/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { say } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'
import { onSdJwt } from './on-sd-jwt'

/** Runs a check on a Key Binding JWT; a missing one has its own check. */
export const onKbJwt = (
  run: (kbJwt: PresentKbJwt, sdJwt: SdJwtVcReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt, subject) =>
    sdJwt.kbJwt.present
      ? run(sdJwt.kbJwt, sdJwt, subject)
      : notApplicable(say`The presentation has no Key Binding JWT; see vp.kb.present.`),
  )
