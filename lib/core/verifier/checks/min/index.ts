import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { vpMinArrayElements } from './array-elements'
import { vpMinFewerThanHeld } from './fewer-than-held'
import { vpMinNoClaimsRequested } from './no-claims-requested'
import { vpMinNoParentOverreach } from './no-parent-overreach'
import { vpMinNonSdPayload } from './non-sd-payload'
import { vpMinOnlyRequestedMdoc } from './only-requested-mdoc'
import { vpMinOnlyRequestedSdjwt } from './only-requested-sdjwt'
import { vpMinSingleClaimSet } from './single-claim-set'

/** Checks of what was disclosed beyond what was requested. None of them refuses: the data has already arrived. */
export const minimisationChecks: readonly Check<PresentedSubject>[] = [
  vpMinNoClaimsRequested,
  vpMinOnlyRequestedSdjwt,
  vpMinOnlyRequestedMdoc,
  vpMinSingleClaimSet,
  vpMinNoParentOverreach,
  vpMinArrayElements,
  vpMinFewerThanHeld,
  vpMinNonSdPayload,
]
