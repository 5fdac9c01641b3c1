import type { PresentationReading } from '../../ground/formats/reading-of-presentation'
import { say } from '../../ground/values/wording'

/** True if a presentation has a Disclosure that no digest refers to: nobody can say which claim of the credential it is. */
export const hasLooseDisclosure = (reading: PresentationReading): boolean =>
  reading.format === 'dc+sd-jwt' &&
  reading.disclosures.some(({ errors, referencedBy }) => errors.length === 0 && referencedBy.length === 0)

/** Why such a presentation is not judged by what it discloses. */
export const belongsNowhere = say`A Disclosure belongs to no claim of the credential; see vp.sdjwt.disclosure_referenced.`
