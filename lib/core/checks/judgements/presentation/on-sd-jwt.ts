import type { SdJwtVcReading } from '../../../formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'

/** Runs a check on a presented SD-JWT VC. */
export const onSdJwt =
  (run: (sdJwt: SdJwtVcReading, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { reading } = subject.presented
    return reading.format === 'dc+sd-jwt'
      ? run(reading, subject)
      : notApplicable('The presentation is not an SD-JWT VC.')
  }
