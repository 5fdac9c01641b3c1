import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { sdjwtDisclosures } from './disclosures'
import { sdjwtHolder } from './holder'
import { sdjwtIssuer } from './issuer'

/** Checks of the issuer's part of a presented SD-JWT VC. */
export const sdJwtChecks: readonly Check<PresentedSubject>[] = [
  ...Object.values(sdjwtIssuer),
  ...Object.values(sdjwtDisclosures),
  ...Object.values(sdjwtHolder),
]
