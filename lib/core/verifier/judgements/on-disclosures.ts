import { notApplicable, type Outcome } from '../../engine/checks/check'
import type { DisclosureReading } from '../../ground/formats/sd-jwt-vc/read-presentation/disclosure-reading'
import type { SdJwtVcReading } from '../../ground/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { say } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'
import { onSdJwt } from './on-sd-jwt'

/** Runs a check on the Disclosures of a presentation; without any there is nothing to judge. */
export const onDisclosures = (
  run: (disclosures: readonly DisclosureReading[], sdJwt: SdJwtVcReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt, subject) =>
    sdJwt.disclosures.length === 0
      ? notApplicable(say`Nothing was disclosed.`)
      : run(sdJwt.disclosures, sdJwt, subject),
  )
