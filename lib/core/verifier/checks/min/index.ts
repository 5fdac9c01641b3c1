import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { minArrayElements } from './array-elements'
import { minFewerThanHeld } from './fewer-than-held'
import { minNoClaimsRequested } from './no-claims-requested'
import { minNoParentOverreach } from './no-parent-overreach'
import { minNonSdPayload } from './non-sd-payload'
import { minOnlyRequestedMdoc } from './only-requested-mdoc'
import { minOnlyRequestedSdjwt } from './only-requested-sdjwt'
import { minSingleClaimSet } from './single-claim-set'

/** Checks of what was disclosed beyond what was requested. None of them refuses: the data has already arrived. */
export const minimisationChecks: readonly Check<PresentedSubject>[] = [
  minNoClaimsRequested,
  minOnlyRequestedSdjwt,
  minOnlyRequestedMdoc,
  minSingleClaimSet,
  minNoParentOverreach,
  minArrayElements,
  minFewerThanHeld,
  minNonSdPayload,
]
