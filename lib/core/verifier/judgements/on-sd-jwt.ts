import { notApplicable, type Outcome } from '../../engine/checks/check'
import type { SdJwtVcReading } from '../../ground/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { say } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'

/** Runs a check on a presented SD-JWT VC. */
export const onSdJwt =
  (run: (sdJwt: SdJwtVcReading, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { reading } = subject.presented
    return reading.format === 'dc+sd-jwt'
      ? run(reading, subject)
      : notApplicable(say`The presentation is not an SD-JWT VC.`)
  }
